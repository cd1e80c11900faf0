//! The questions that are asked about a move, and what counts as an answer.
//!
//! Every claim has a margin, in centipawns, by which one score must be greater than another. What a shorter search claims,
//! a longer one confirms with half the margin, or it is not said.

use eval::wdl::centipawns;
use movegen::{Checks, Position, attacks};
use search::{AllocError, Control, Game};
use types::{Bitboard, Black, Color, Move, Role, Score, Side, Square, White};

use crate::line::{Facts, LEAST_GAIN, Line, exchange_among};
use crate::model::{Claim, Evidence, Explanation, Means, Outcome, Reason};
use crate::motifs::{self, Motif, passed, role_on};
use crate::purposes::{self, Purpose};
use crate::searcher::Searcher;
use crate::themes;

/// The usual number of nodes for an explanation: below a second on one core, below two in a browser.
pub const NODES: u64 = 600_000;

/// The nodes of the search for the move that comes to mind first.
const NATURAL_NODES: u64 = 2_000;
/// Parts of the whole, in percent.
const COMPARISON: u64 = 30;
const SECOND_COMPARISON: u64 = 20;
const PASS: u64 = 7;
const CONFIRMATION: u64 = 10;
const MATERIAL: u64 = 15;
const REPLIES: u64 = 8;
const CONTINUATION: u64 = 3;

/// A prevention or a refutation makes so much of a difference.
const CONCRETE: i32 = 150;
/// A threat makes so much.
const THREAT: i32 = 100;
/// Less than this is often given up by the side that loses it, later in the line and of its own accord.
const MUCH_MATERIAL: i32 = 200;
/// A reply that takes so much at first sight, in units of [`Position::see`], is natural.
const TEMPTING: Score = Score(250);
/// A smaller difference between two moves does not matter.
const EQUAL: i32 = 50;
/// Mates against us whose lengths differ by so many plies are the same.
const SAME_MATE_PLIES: i32 = 4;
/// A score that wins, and one that does not.
pub(crate) const WON: i32 = 250;
const NOT_WON: i32 = 100;
/// Two scores beyond this are worth the same.
const DECIDED: i32 = 700;
/// Purposes of one move.
const MOST_PURPOSES: usize = 2;
/// Themes are told only if neither side is ahead by more centipawns than this.
const OPEN: i32 = 400;
/// The fewest centipawns between a move that wins or holds and one that does not.
const DECISIVE: i32 = 200;

/// A move to explain.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position at the start of the game.
    pub start: &'a Position,
    /// The moves that were played from there.
    pub played: &'a [Move],
    /// The move: legal in the position that they lead to.
    pub mv: Move,
    /// Another legal move with which it is compared too.
    pub other: Option<Move>,
    /// The nodes of all searches together, about.
    pub nodes: u64,
}

impl Question<'_> {
    /// Explains the move; `None` if `control` was stopped. The calling thread needs a stack of
    /// [`STACK_SIZE`](crate::STACK_SIZE) bytes.
    ///
    /// # Errors
    /// If there is no memory for the table of the searches.
    pub fn answer(&self, control: &Control) -> Result<Option<Explanation>, AllocError> {
        let mut game = Game::new(self.start.clone());
        let mut last_capture = None;
        for &mv in self.played {
            last_capture = game.position().is_capture(mv).then(|| mv.to());
            game.play(mv);
        }
        let position = game.position().clone();
        let is_recapture = position.is_capture(self.mv) && last_capture == Some(self.mv.to());
        let (searcher, confirmer) = (Searcher::new(control)?, Searcher::new(control)?);
        let us = position.side_to_move();
        let mut explainer = Explainer {
            searcher,
            confirmer,
            after: position.after(self.mv),
            position,
            game,
            mv: self.mv,
            us,
            nodes: self.nodes,
        };
        let explanation = explainer.explain(self.other, is_recapture);
        Ok(explanation.filter(|_| !control.is_stopped()))
    }
}

struct Explainer<'a> {
    searcher: Searcher<'a>,
    /// Knows nothing of the other searches.
    confirmer: Searcher<'a>,
    game: Game,
    position: Position,
    after: Position,
    mv: Move,
    us: Color,
    nodes: u64,
}

/// A line and what happens in it.
struct Told {
    line: Line,
    facts: Facts,
}

impl Told {
    fn evidence(&self, path: &[Option<Move>]) -> Evidence {
        Evidence {
            path: path.to_vec(),
            start: self.line.positions[0].clone(),
            moves: self.line.moves[..self.facts.end].to_vec(),
            score: self.line.score,
            depth: self.line.depth,
            nodes: self.line.nodes,
        }
    }

    fn reason(&self, claim: Claim, path: &[Option<Move>]) -> Reason {
        Reason { claim, evidence: Some(self.evidence(path)), reasons: self.facts.reasons.clone() }
    }

    fn centipawns(&self) -> i32 {
        centipawns(self.line.score)
    }

    fn first(&self) -> Move {
        self.line.moves[0]
    }

    /// True if we win, and more than in another line, without compensation: by what happens, and by so many centipawns of
    /// the score.
    fn wins_more(&self, than: &Told, margin: i32) -> bool {
        let facts = &self.facts;
        facts.is_won()
            && (facts.mate.is_some() || facts.gain >= than.facts.gain + LEAST_GAIN)
            && !facts.is_compensated()
            && self.centipawns() >= than.centipawns() + margin
    }

    /// The same for what we lose.
    fn loses_more(&self, than: &Told, margin: i32) -> bool {
        let facts = &self.facts;
        facts.is_lost()
            && (facts.mate.is_some() || facts.gain <= than.facts.gain - LEAST_GAIN)
            && !facts.is_compensated()
            && self.centipawns() <= than.centipawns() - margin
    }
}

impl Explainer<'_> {
    fn explain(&mut self, named: Option<Move>, is_recapture: bool) -> Option<Explanation> {
        let mv = self.mv;
        let (compared, natural) = self.compare(named)?;
        let own = compared.iter().find(|line| line.moves[0] == mv)?.clone();
        let mut own = self.told(own, &[], is_recapture);
        let scores: Vec<_> = compared.iter().map(|line| (line.moves[0], centipawns(line.score))).collect();
        self.confirm_material(&mut own, &scores, is_recapture);
        let mut others: Vec<Told> = Vec::new();
        for line in compared.into_iter().filter(|line| line.moves[0] != mv) {
            let mut other = self.told(line, &[], false);
            self.confirm_material(&mut other, &scores, false);
            others.push(other);
        }
        let best = others.iter().max_by_key(|other| other.line.score);

        let outcome = best.map(|best| outcome(own.line.score, best.line.score));
        let is_bad = outcome.is_some_and(Outcome::is_fault);
        if let Some(best) = best
            && best.centipawns() - own.centipawns() >= DECISIVE
            && let Some(longer) = self.until_lost(&own, best, is_recapture)
        {
            own = longer;
        }
        let claim = outcome.zip(best).map_or(Claim::OnlyLegalMove, |(outcome, best)| Claim::Compared {
            outcome,
            other: best.first(),
            other_score: best.line.score,
        });
        let mut reasons = vec![own.reason(claim, &[])];
        let is_over = own.line.moves.len() == 1 || own.facts.mate.is_some();
        if !is_over {
            reasons.extend(self.threat(&own, &others));
        }
        if (own.facts.mate.is_none() || is_bad && own.facts.is_lost()) && !is_recapture {
            reasons.extend(self.prevention(&own, is_bad));
        }
        if let Some(best) = best
            && is_bad
            && !is_over
            && !own.facts.is_lost()
            && !reasons.iter().any(|reason| matches!(reason.claim, Claim::Overlooks(_)))
        {
            let allowed = self.allowed(&own, best);
            reasons.extend(allowed.or_else(|| self.allowed_threat(&own, best)));
        }
        if !is_over {
            // A threat that is prevented has been refuted already.
            let is_told = |reason: &Reason| {
                let mut inner = reasons.iter().flat_map(|reason: &Reason| &reason.reasons);
                inner.any(|inner| matches!((&inner.claim, &reason.claim), (Claim::Refutes(a), Claim::Refutes(b)) if a == b))
            };
            let new: Vec<Reason> =
                self.refutations(&own).into_iter().filter(|reason| !is_told(reason)).collect();
            reasons.extend(new);
        }
        let is_worse = |other: &Told| {
            let is_lower = other.centipawns() <= own.centipawns() - CONCRETE / 2;
            other.loses_more(&own, CONCRETE / 2) || other.facts.draw.is_some() && is_lower
        };
        // The other move of the comparison: the better one, the one that was asked for, or a natural one that loses.
        let instead = match best {
            Some(best) if is_bad => Some(best),
            Some(best) => others
                .iter()
                .find(|other| other.first() == natural && is_worse(other))
                .or(Some(best).filter(|best| is_worse(best))),
            None => None,
        };
        let named = others.iter().find(|other| Some(other.first()) == named);
        for other in instead
            .into_iter()
            .chain(named.filter(|named| instead.is_none_or(|other| other.first() != named.first())))
        {
            reasons.push(other.reason(Claim::Instead(other.first()), &[]));
        }
        reasons.extend(self.keeps_off().filter(|_| !is_bad && !own.facts.is_lost()));
        reasons.extend(self.by_the_rules(outcome).map(Reason::of));
        if let Some(best) = best {
            self.tell_purposes(&mut reasons, &own, best, &others, is_bad);
        }
        Some(Explanation {
            position: self.position.clone(),
            mv,
            score: own.line.score,
            reasons,
            nodes: self.searcher.nodes + self.confirmer.nodes,
        })
    }

    /// The claims that follow from the rules of chess, without a search.
    fn by_the_rules(&self, outcome: Option<Outcome>) -> impl Iterator<Item = Claim> {
        let (before, after, mv) = (&self.position, &self.after, self.mv);
        let is_only = matches!(outcome, Some(Outcome::OnlyMoveThatWins | Outcome::OnlyMoveThatHolds));
        let takes_opposition = is_only && before.king(self.us) == mv.from() && has_opposition(after);
        let loses_castling = !mv.is_castle() && self.has_castling(before) && !self.has_castling(after);
        let makes_passed_pawn = role_on(before, mv.from()) == Role::Pawn
            && mv.promoted_to().is_none()
            && is_passed(after, mv.to(), self.us)
            && !is_passed(before, mv.from(), self.us)
            && !after.legal_moves().iter().any(|reply| reply.is_en_passant());
        let claims = [
            takes_opposition.then_some(Claim::Opposition),
            loses_castling.then_some(Claim::LosesCastling),
            makes_passed_pawn.then_some(Claim::MakesPassedPawn),
        ];
        claims.into_iter().flatten()
    }

    /// Adds what a quiet move does on the board, to the reasons of the move and to those of the other one. Where that is
    /// nothing, and nothing concrete is to be said, it adds what the evaluation prefers.
    fn tell_purposes(
        &self,
        reasons: &mut Vec<Reason>,
        own: &Told,
        best: &Told,
        others: &[Told],
        is_bad: bool,
    ) {
        let mv = self.mv;
        let is_concrete = |reason: &Reason| {
            matches!(
                reason.claim,
                Claim::Threat(_) | Claim::Prevents { .. } | Claim::Overlooks(_) | Claim::Refutes(_)
            ) || matches!(
                reason.claim,
                Claim::Zugzwang | Claim::Opposition | Claim::LosesCastling | Claim::KeepsOff { .. }
            )
        };
        let happens =
            |facts: &Facts| facts.mate.is_some() || facts.draw.is_some() || facts.gain.abs() >= LEAST_GAIN;
        let is_quiet = |told: &Told| {
            let mv = told.first();
            !self.position.is_capture(mv) && mv.promoted_to().is_none() && !happens(&told.facts)
        };
        let says_more = |reason: &Reason| {
            is_concrete(reason) && !matches!(reason.claim, Claim::Refutes(_))
                || reason.claim == Claim::MakesPassedPawn
        };
        let has_more = reasons.iter().any(says_more);
        let mut has_purposes = false;
        if is_quiet(own) {
            let top = best.line.score.max(own.line.score);
            let is_praised = |told: &&Told| is_quiet(told) && !self::outcome(told.line.score, top).is_fault();
            for told in others.iter().chain([own]).filter(is_praised) {
                let claim = Claim::Instead(told.first());
                let found = match reasons.iter_mut().find(|reason| reason.claim == claim) {
                    Some(instead) => &mut instead.reasons,
                    None if told.first() == mv && !has_more => &mut *reasons,
                    None => continue,
                };
                let mut purposes = purposes::of(&self.position, told.first());
                if exchange_among(&told.facts.reasons).is_some() {
                    purposes.retain(|purpose| !matches!(purpose, Purpose::OffersExchange { .. }));
                }
                purposes.truncate(MOST_PURPOSES);
                has_purposes |= !purposes.is_empty() && (is_bad || told.first() == mv);
                found.extend(purposes.into_iter().map(|purpose| Reason::of(Claim::Purpose(purpose))));
            }
        }
        let is_open = own.centipawns().abs() <= OPEN && !happens(&own.facts) && own.facts.is_settled;
        if !has_purposes && is_open && !happens(&best.facts) && !reasons.iter().any(is_concrete) {
            let (better, worse) = if is_bad { (best.first(), mv) } else { (mv, best.first()) };
            let themes = themes::of(&self.position, better, worse);
            let takes = exchange_among(&own.facts.reasons).is_some();
            if takes || is_bad {
                reasons.extend(themes);
            } else {
                reasons.push(Reason { claim: Claim::Quiet, evidence: None, reasons: themes });
            }
        }
    }

    /// The lines of the best moves, of the move itself, and of the one that is named or comes to mind first, all from one
    /// search; and that move.
    fn compare(&mut self, named: Option<Move>) -> Option<(Vec<Line>, Move)> {
        let first = self.searcher.lines(&self.game.clone(), &[], 1, NATURAL_NODES).into_iter().next()?;
        // A pawn becomes a queen unless there is a reason.
        let queen = self.mv.promoted_to().map(|_| Move::promotion(self.mv.from(), self.mv.to(), Role::Queen));
        let natural = named.or(queen.filter(|&queen| queen != self.mv)).unwrap_or(first.pv[0]);
        let lines = self.lines(&[], &[], 3, COMPARISON);
        let has = |mv: Move| lines.iter().any(|line| line.moves.first() == Some(&mv));
        if has(self.mv) && has(natural) {
            return Some((lines, natural));
        }
        let best = lines.iter().map(|line| line.moves[0]).find(|&mv| mv != self.mv);
        let mut among = vec![self.mv, natural];
        among.extend(best);
        among.sort_by_key(|mv| mv.bits());
        among.dedup();
        let lines = self.lines(&[], &among, among.len(), SECOND_COMPARISON);
        lines.iter().any(|line| line.moves[0] == self.mv).then_some((lines, natural))
    }

    /// The position after a path from the explained one, in a game. After a pass nothing is repeated.
    fn game_after(&self, path: &[Option<Move>]) -> Option<Game> {
        let mut game = self.game.clone();
        for step in path {
            match step {
                Some(mv) => game.play(*mv),
                None => game = Game::new(passed(game.position())?),
            }
        }
        Some(game)
    }

    /// The best lines after a path; none if it passes in check.
    fn lines(&mut self, path: &[Option<Move>], among: &[Move], count: usize, percent: u64) -> Vec<Line> {
        let Some(game) = self.game_after(path) else { return Vec::new() };
        let found = self.searcher.lines(&game, among, count, self.nodes * percent / 100);
        found.into_iter().map(|line| Line::new(game.clone(), line, self.us)).collect()
    }

    /// The best line after a path, among some moves if there are any.
    fn best(&mut self, path: &[Option<Move>], among: &[Move], percent: u64) -> Option<Told> {
        let line = self.lines(path, among, 1, percent).into_iter().next()?;
        Some(self.told(line, path, false))
    }

    /// A line with what happens in it. If it ends before the mate or the draw that its score announces, or within an exchange,
    /// it is continued.
    fn told(&mut self, mut line: Line, path: &[Option<Move>], is_recapture: bool) -> Told {
        for _ in 0..4 {
            let facts = line.facts(is_recapture);
            let is_shown = match line.score {
                score if score.is_mate() => line.end().is_checkmate(),
                Score::DRAW => facts.draw.is_some(),
                _ => facts.is_confirmed,
            };
            if is_shown || !self.continue_line(&mut line, path) {
                break;
            }
        }
        Told { facts: line.facts(is_recapture), line }
    }

    /// A small amount of material that is won or lost, without a score that differs by as much from that of the best other
    /// move: if a longer search of the same move does not find half of it, its line is told instead. The score stays, since
    /// it is compared.
    fn confirm_material(&mut self, told: &mut Told, scores: &[(Move, i32)], is_recapture: bool) {
        let gain = told.facts.gain;
        let best_other = scores.iter().filter(|(mv, _)| *mv != told.first()).map(|&(_, score)| score).max();
        let fits = best_other.is_some_and(|best| (told.centipawns() - best) * gain.signum() >= gain.abs());
        if told.facts.mate.is_some() || fits || !(LEAST_GAIN..MUCH_MATERIAL).contains(&gain.abs()) {
            return;
        }
        let nodes = self.nodes * MATERIAL / 100;
        let found = self.confirmer.lines(&self.game, &[told.first()], 1, nodes).into_iter().next();
        let Some(found) = found.filter(|line| !line.score.is_decisive() && line.score != Score::DRAW) else {
            return;
        };
        let line = Line::new(self.game.clone(), found, self.us);
        let mut longer = self.told(line, &[], is_recapture);
        longer.line.score = told.line.score;
        longer.facts = longer.line.facts(is_recapture);
        if longer.facts.gain * gain.signum() < gain.abs() / 2 {
            *told = longer;
        }
    }

    /// Adds the best line from the end of a line, which begins after a path, if it has about the same score: with another one
    /// it would be another line.
    fn continue_line(&mut self, line: &mut Line, path: &[Option<Move>]) -> bool {
        let whole: Vec<_> = path.iter().copied().chain(line.moves.iter().copied().map(Some)).collect();
        let Some(next) = self.lines(&whole, &[], 1, CONTINUATION).into_iter().next() else { return false };
        // The side that wins may win more.
        let (before, mut after) = (centipawns(line.score), centipawns(next.score));
        if before.abs() >= WON && before.signum() == after.signum() {
            after = before.signum() * after.abs().min(before.abs());
        }
        let goes_on = match line.score {
            score if score.is_mate() => next.score.is_mate(),
            Score::DRAW => next.score == Score::DRAW,
            _ => (before - after).abs() <= EQUAL + before.abs() / 5,
        };
        if !goes_on || next.moves.is_empty() {
            return false;
        }
        line.drawn = line.drawn.or(next.drawn.map(|ply| line.moves.len() + ply));
        line.positions.extend(next.positions.into_iter().skip(1));
        line.moves.extend(next.moves);
        true
    }

    /// The line of a move that is much worse than the best one, continued until material is lost for a third of the difference.
    /// `None` if it shows a loss already, or does not within a few searches.
    fn until_lost(&mut self, own: &Told, best: &Told, is_recapture: bool) -> Option<Told> {
        let least = (best.centipawns() - own.centipawns()) / 3;
        let is_shown = own.facts.is_lost() && -own.facts.gain >= least;
        if is_shown || own.facts.mate.is_some() || own.facts.draw.is_some() {
            return None;
        }
        let mut line = own.line.clone();
        for _ in 0..4 {
            if !self.continue_line(&mut line, &[]) {
                return None;
            }
            if let Some(facts) = line.facts_of_loss(least, is_recapture) {
                return Some(Told { line, facts });
            }
        }
        None
    }

    /// The threat of the move, or the zugzwang: the opponent passes.
    fn threat(&mut self, own: &Told, others: &[Told]) -> Option<Reason> {
        let path = [Some(self.mv), None];
        let reply = own.line.moves[1];
        let is_taken = reply.to() == self.mv.to() && self.after.is_capture(reply);
        let pass = self.best(&path, &[], PASS)?;
        // The duty to move costs the opponent the game or the draw.
        let is_zugzwang = |pass: &Told| {
            let outcome = outcome(own.line.score, pass.line.score);
            matches!(outcome, Outcome::OnlyMoveThatWins | Outcome::OnlyMoveThatHolds)
        };
        if is_zugzwang(&pass) {
            let confirmed = self.best(&path, &[], CONFIRMATION)?;
            return is_zugzwang(&confirmed).then(|| confirmed.reason(Claim::Zugzwang, &path));
        }
        let first = pass.first();
        let wins_already = |other: &Told| other.first() == first && other.facts.is_won();
        let was_there = is_winning_capture(&self.position, first) || others.iter().any(wins_already);
        if is_taken || was_there || own.facts.is_lost() || !pass.wins_more(own, THREAT) {
            return None;
        }
        let confirmed = self.best(&path, &[first], CONFIRMATION)?;
        confirmed.wins_more(own, THREAT / 2).then(|| confirmed.reason(Claim::Threat(first), &path))
    }

    /// The opponent's threat: his best move after we pass. The move either prevents it or overlooks it.
    fn prevention(&mut self, own: &Told, is_bad: bool) -> Option<Reason> {
        let path = [None];
        let pass = self.best(&path, &[], PASS)?;
        let threat = pass.first();
        let is_threat =
            |pass: &Told, margin: i32| pass.facts.is_lost() && pass.centipawns() <= own.centipawns() - margin;
        let is_better = match (own.facts.mate, pass.facts.mate) {
            (Some(moves), _) => moves > 0,
            (None, Some(_)) => true,
            (None, None) => own.facts.gain >= pass.facts.gain + LEAST_GAIN,
        };
        if own.line.moves.get(1) == Some(&threat) {
            // It is still the best reply. The same squares may be another move: one that takes another piece, or wins less.
            let (taken, before) = (self.after.captured(threat), pass.line.positions[0].captured(threat));
            let is_same = taken == before && (taken.is_some() || !is_better);
            let overlooks = is_bad && is_same && own.facts.is_lost() && pass.facts.is_lost();
            return overlooks.then(|| pass.reason(Claim::Overlooks(threat), &path));
        }
        if !is_threat(&pass, CONCRETE) || !is_better {
            return None;
        }
        let means = self.means(threat, own)?;
        let mut now = None;
        if self.after.legal_moves().contains(&threat) {
            let tried = self.best(&[Some(self.mv)], &[threat], PASS)?;
            let least = (pass.centipawns() + CONCRETE).max(own.centipawns() - CONCRETE / 2);
            if tried.facts.is_lost() || tried.centipawns() < least {
                return None;
            }
            now = Some(tried);
        }
        let confirmed = self.best(&path, &[threat], CONFIRMATION)?;
        if !is_threat(&confirmed, CONCRETE / 2) {
            return None;
        }
        let mut reason = confirmed.reason(Claim::Prevents { threat, means }, &path);
        if !matches!(means, Means::MovesAway(_)) {
            reason.reasons.extend(now.map(|now| now.reason(Claim::Refutes(threat), &[Some(self.mv)])));
        }
        Some(reason)
    }

    /// The way in which the move prevents a threat; `None` if the threat is only delayed.
    fn means(&self, threat: Move, own: &Told) -> Option<Means> {
        let (before, after, mv) = (&self.position, &self.after, self.mv);
        let (from, to) = (threat.from(), threat.to());
        let attacker = (role_on(before, from), from);
        if mv.to() == from && before.is_capture(mv) {
            return Some(Means::TakesAttacker(attacker));
        }
        let target = before.piece_at(to).filter(|piece| piece.color() == self.us);
        // Castling moves two pieces.
        if target.is_some() && after.piece_at(to) != target {
            return Some(Means::MovesAway((role_on(before, to), to)));
        }
        // A check only delays it, and a move that wins something has a better reason.
        if after.in_check() || own.facts.is_won() {
            return None;
        }
        if attacks::between(from, to).contains(mv.to()) {
            return Some(Means::Blocks);
        }
        let guards = |position: &Position| {
            let occupied = position.occupied() ^ from;
            (position.attackers_to(to, occupied) & position.color(self.us) & occupied).count()
        };
        if guards(after) > guards(before) {
            return Some(Means::Guards((role_on(before, mv.from()), to)));
        }
        Some(Means::Other)
    }

    /// A pin of one of our pieces to king or queen that was possible, and now loses the piece that pins.
    fn keeps_off(&self) -> Option<Reason> {
        let before = passed(&self.position)?;
        if self.after.in_check() || self.position.is_capture(self.mv) {
            return None;
        }
        let now = self.after.legal_moves();
        before.legal_moves().iter().find_map(|&threat| {
            let is_possible = !before.is_capture(threat) && before.see(threat, Score(0));
            if !is_possible || !now.contains(&threat) || self.after.see(threat, Score(0)) {
                return None;
            }
            let line = [before.clone(), before.after(threat)];
            let is_pin = |motif: &Motif| {
                let Motif::Pin { by, pinned, behind } = motif else { return false };
                let stays = ![pinned.1, behind.1].contains(&self.mv.from());
                stays && by.1 == threat.to() && matches!(behind.0, Role::King | Role::Queen)
            };
            let pin = motifs::at(&line, &[threat], 0).into_iter().find(is_pin)?;
            Some(Reason::of(Claim::KeepsOff { threat, pin }))
        })
    }

    /// The only reply that makes the move worse than the best one: without it half of the difference would be gone.
    fn allowed(&mut self, own: &Told, best: &Told) -> Option<Reason> {
        let path = [Some(self.mv)];
        let mut lines = self.lines(&path, &[], 2, REPLIES).into_iter();
        let (first, second) = (lines.next()?, lines.next()?);
        // The scores of both searches have to tell it, because they differ by chance.
        let saved = centipawns(second.score) - centipawns(first.score).max(own.centipawns());
        let lost = best.centipawns() - own.centipawns();
        // That a piece which has taken is taken back says nothing.
        let reply = first.moves[0];
        let is_recapture = self.position.is_capture(self.mv) && reply.to() == self.mv.to();
        let is_only = reply == own.line.moves[1] && saved >= EQUAL && 2 * saved >= lost && !is_recapture;
        let claim = Claim::Allows { reply, otherwise: second.score };
        is_only.then(|| self.told(first, &path, false).reason(claim, &path))
    }

    /// The threat of the best reply, which costs us something although it does not win at once: we pass after it. After the
    /// best move it would be none.
    fn allowed_threat(&mut self, own: &Told, best: &Told) -> Option<Reason> {
        let reply = own.line.moves[1];
        if self.after.is_capture(reply) {
            return None;
        }
        let path = [Some(self.mv), Some(reply), None];
        let threat = self.best(&path, &[], PASS).filter(|pass| pass.loses_more(own, THREAT))?.first();
        // A capture that was there before the reply is no threat of it.
        if is_winning_capture(&self.after, threat) {
            return None;
        }
        let after_best = self.position.after(best.first());
        if after_best.legal_moves().contains(&reply)
            && passed(&after_best.after(reply)).is_some_and(|pass| pass.legal_moves().contains(&threat))
        {
            let pass = self.best(&[Some(best.first()), Some(reply), None], &[threat], PASS)?;
            if pass.facts.is_lost() {
                return None;
            }
        }
        let confirmed = self.best(&path, &[threat], CONFIRMATION)?;
        let claim = Claim::AllowsThreat { reply, threat };
        confirmed.loses_more(own, THREAT / 2).then(|| confirmed.reason(claim, &path))
    }

    /// The natural replies that fail: captures and checks that lose nothing at first sight.
    fn refutations(&mut self, own: &Told) -> Vec<Reason> {
        let after = &self.after.clone();
        let checks = Checks::of(after);
        let best_reply = own.line.moves[1];
        let is_natural = |mv: &Move| {
            let forces = after.is_capture(*mv) || after.gives_check(&checks, *mv);
            *mv != best_reply && forces && after.see(*mv, Score(0))
        };
        let natural: Vec<Move> = after.legal_moves().iter().copied().filter(is_natural).collect();
        if natural.is_empty() {
            return Vec::new();
        }
        let path = [Some(self.mv)];
        let square = self.mv.to();
        let fails = |told: &Told, margin: i32| {
            // A sacrifice that is accepted, and is worth as much as if it were not.
            let takes = told.first().to() == square;
            let is_compensated = told.facts.is_compensated() && told.facts.gain < 0;
            // A capture that seems to win: how it is answered is told even if the answer wins no more than the move itself.
            let reply = told.first();
            let takes_much = after.is_capture(reply) && after.see(reply, TEMPTING);
            let tempts = takes_much || takes && (told.facts.is_won() || !told.facts.is_settled);
            let holds = told.centipawns() >= own.centipawns() - CONCRETE / 2;
            let is_answered = tempts && holds && !own.facts.is_lost();
            told.wins_more(own, margin)
                || is_answered
                || takes && is_compensated && told.centipawns() >= own.centipawns() - EQUAL / 2
        };
        let mut reasons = Vec::new();
        for line in self.lines(&path, &natural, natural.len().min(3), REPLIES) {
            let told = self.told(line, &path, false);
            if !fails(&told, CONCRETE) {
                continue;
            }
            let reply = told.first();
            if let Some(confirmed) = self.best(&path, &[reply], CONFIRMATION / 2)
                && fails(&confirmed, CONCRETE / 2)
            {
                reasons.push(confirmed.reason(Claim::Refutes(reply), &path));
            }
        }
        reasons
    }

    fn has_castling(&self, position: &Position) -> bool {
        (position.castling() & position.color(self.us)).any()
    }
}

/// True if a move of another position is legal here too, and wins material by exchanges on its square.
fn is_winning_capture(position: &Position, mv: Move) -> bool {
    position.legal_moves().contains(&mv) && position.is_capture(mv) && position.see(mv, Score(60))
}

/// Compares the score of a move with that of the best other one.
pub(crate) fn outcome(own: Score, other: Score) -> Outcome {
    let (a, b) = (centipawns(own), centipawns(other));
    if own.is_decisive() && other.is_decisive() && own.is_loss() == other.is_loss() {
        // The length of a mate against us depends on defences that look alike.
        let same = if own.is_loss() { SAME_MATE_PLIES } else { 0 };
        return match own.0 - other.0 {
            difference if difference.abs() <= same => Outcome::AsGood,
            difference if difference > 0 => Outcome::Best,
            _ => Outcome::Worse,
        };
    }
    let wins = |a: i32, b: i32| a >= WON && b <= NOT_WON && a - b >= DECISIVE;
    // The further one side is ahead, the larger a difference has to be.
    let margin = EQUAL + (a.abs().min(b.abs()) - DECISIVE).max(0) / 5;
    let has_mate = own.is_mate() || other.is_mate();
    let is_decided = !has_mate && a.signum() == b.signum() && a.abs().min(b.abs()) >= DECIDED;
    match a - b {
        _ if is_decided => Outcome::AsGood,
        _ if wins(a, b) => Outcome::OnlyMoveThatWins,
        _ if wins(b, a) => Outcome::MissesWin,
        _ if wins(-b, -a) => Outcome::OnlyMoveThatHolds,
        _ if let Some(moves) = other.mate_moves().filter(|&moves| moves < 0) => {
            Outcome::OnlyMoveThatAvoidsMate(-moves)
        }
        _ if wins(-a, -b) => Outcome::Loses,
        difference if difference >= margin => Outcome::Best,
        difference if difference <= -margin => Outcome::Worse,
        _ => Outcome::AsGood,
    }
}

/// Returns true if no enemy pawn ahead of a pawn can stop or take it.
pub(crate) fn is_passed(position: &Position, square: Square, color: Color) -> bool {
    let pawn = square.bitboard();
    let front = ahead(pawn | pawn.east() | pawn.west(), color);
    !front.intersects(position.pieces(!color, Role::Pawn))
}

/// The squares ahead of a set on its files, as a side sees them.
pub(crate) fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    if color == Color::White { White::ahead(squares) } else { Black::ahead(squares) }
}

/// Returns true if only kings and pawns are left, and the kings stand two squares apart on a file or rank.
fn has_opposition(position: &Position) -> bool {
    let [white, black] = Color::ALL.map(|color| position.king(color));
    let pieces = position.occupied() - position.role(Role::Pawn) - position.role(Role::King);
    pieces.is_empty()
        && white.distance(black) == 2
        && (white.file() == black.file() || white.rank() == black.rank())
}
