//! A line with its positions, and what happens in it.
//!
//! Material is counted at the first quiet moment and not at the end of the line, because the last moves of a line are
//! often cut off within an exchange. A moment is quiet if the side to move is not in check, wins nothing by a capture, and
//! does not take or promote in the line. A quiet moment counts if the quiet moments soon after it have the same balance of
//! material: after a fork, the moment before the capture is quiet by itself, but not settled. Where there is no quiet moment,
//! what is won and stays won to the end of the line counts.

use movegen::Position;
use search::{Game, PvLine};
use types::{Color, Move, Ply, Role, Score};

use crate::model::{Claim, Draw, Exchange, Reason};
use crate::motifs::{self, Motif, balance, winning_captures};
use eval::wdl::centipawns;

/// The least gain that is told, in centipawns as players count: less than a pawn.
pub(crate) const LEAST_GAIN: i32 = 80;
/// A score that is better than the balance of material by this many centipawns and a quarter of the balance, or by three
/// quarters of it, is compensation.
const COMPENSATION: i32 = 120;
/// A side whose score is worse than this has no compensation.
const BAD: i32 = 100;
/// The plies that are looked at after a sacrifice.
const COMPENSATION_PLIES: usize = 5;
/// A draw is told if it comes in so many plies.
const DRAW_PLIES: usize = 12;
/// The plies in which an undefended piece is a reason.
const UNDEFENDED_PLIES: usize = 3;
/// A line whose material is settled later is told without it.
const MATERIAL_PLIES: usize = 10;
/// Material that is lost later than this is not lost by the move.
const LOSS_PLIES: usize = 16;
/// The number of plies after a quiet moment in which the material must stay as it is.
const SETTLED_PLIES: usize = 6;
/// A line that goes on for so many plies after a quiet moment shows that nothing comes back.
const CONFIRMING_PLIES: usize = 2;
/// The plies in which a motif is a reason for the first move.
const MOTIF_PLIES: usize = 6;
/// Motifs of one line.
const MOST_MOTIFS: usize = 3;

/// A line of moves, with its score for our side.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The positions before each move, and the last one.
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<Move>,
    pub(crate) us: Color,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
    /// The number of moves after which the search takes the game for drawn, by what came before the line as well.
    pub(crate) drawn: Option<usize>,
}

impl Line {
    pub(crate) fn new(mut game: Game, found: PvLine, us: Color) -> Line {
        let score = if game.position().side_to_move() == us { found.score } else { -found.score };
        let mut positions = vec![game.position().clone()];
        let mut drawn = None;
        for &mv in &found.pv {
            game.play(mv);
            let ply = positions.len();
            positions.push(game.position().clone());
            let is_drawn = || game.position().is_drawn(game.earlier(), Ply(ply as u16));
            drawn = drawn.or_else(|| is_drawn().then_some(ply));
        }
        Line { positions, moves: found.pv, us, score, depth: found.depth.plies(), nodes: found.nodes, drawn }
    }

    pub(crate) fn end(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The numbers of moves after which the material is settled.
    fn settled(&self) -> Vec<usize> {
        let is_noisy = |ply: usize| {
            self.moves
                .get(ply)
                .is_some_and(|&mv| self.positions[ply].is_capture(mv) || mv.promoted_to().is_some())
        };
        let is_quiet = |&ply: &usize| {
            let position = &self.positions[ply];
            !position.in_check() && !is_noisy(ply) && winning_captures(position).is_empty()
        };
        let quiet: Vec<usize> = (1..self.positions.len()).filter(is_quiet).collect();
        let balance_at = |ply: usize| balance(&self.positions[ply], self.us);
        let is_settled = |&ply: &usize| {
            let mut soon = quiet.iter().filter(|&&later| later > ply && later <= ply + SETTLED_PLIES);
            soon.all(|&later| balance_at(later) == balance_at(ply))
        };
        quiet.iter().copied().filter(is_settled).collect()
    }

    /// True if the side that has lost something after a number of moves threatens to take nothing.
    fn is_kept(&self, ply: usize) -> bool {
        let position = &self.positions[ply];
        let gain = balance(position, self.us) - balance(&self.positions[0], self.us);
        let loser = if gain > 0 { !self.us } else { self.us };
        let threatens = |next: Position| !winning_captures(&next).is_empty();
        gain == 0 || position.side_to_move() == loser || !motifs::passed(position).is_some_and(threatens)
    }

    /// The numbers of moves after which nothing of what is won or lost comes back in the rest of the line, however long one
    /// side takes and threatens.
    fn lasting(&self) -> Vec<usize> {
        let balances: Vec<i32> = self.positions.iter().map(|position| balance(position, self.us)).collect();
        let lasts = |&ply: &usize| {
            let gain = balances[ply] - balances[0];
            let stays = |later: &i32| (later - balances[ply]) * gain.signum() >= 0;
            gain.abs() >= LEAST_GAIN && balances[ply..].iter().all(stays)
        };
        (1..balances.len().saturating_sub(SETTLED_PLIES)).filter(lasts).collect()
    }

    /// The material up to a number of moves.
    fn exchange(&self, end: usize, is_recapture: bool) -> Exchange {
        let (mut won, mut lost, mut traded) = (Vec::new(), Vec::new(), Vec::new());
        let (mut promoted, mut promoted_by_opponent) = (Vec::<Role>::new(), Vec::<Role>::new());
        for (position, &mv) in self.positions.iter().zip(&self.moves).take(end) {
            let is_ours = position.side_to_move() == self.us;
            if let Some(taken) = position.captured(mv) {
                if is_ours { &mut won } else { &mut lost }.push(taken.role());
            }
            if let Some(role) = mv.promoted_to() {
                if is_ours { &mut promoted } else { &mut promoted_by_opponent }.push(role);
            }
        }
        // A promoted piece that is taken at once was a pawn.
        for (new, gone) in [(&mut promoted, &mut lost), (&mut promoted_by_opponent, &mut won)] {
            new.retain(|role| {
                let twin = gone.iter().position(|other| other == role);
                if let Some(twin) = twin {
                    gone[twin] = Role::Pawn;
                }
                twin.is_none()
            });
        }
        won.retain(|role| {
            let twin = lost.iter().position(|other| other == role);
            if let Some(twin) = twin {
                traded.push(lost.swap_remove(twin));
            }
            twin.is_none()
        });
        let (before, after) = (balance(&self.positions[0], self.us), balance(&self.positions[end], self.us));
        for roles in [&mut won, &mut lost, &mut traded] {
            roles.sort_by_key(|&role| -motifs::value(role));
        }
        // The side that has less material has compensation if its score is much better than the balance says, and not bad.
        let score = centipawns(self.score);
        let tolerance = (COMPENSATION + after.abs() / 4).min(after.abs() * 3 / 4);
        let is_compensated = match after - before {
            gain if gain <= -LEAST_GAIN => {
                after < 0 && score > -BAD && (score >= 0 || score - after >= tolerance)
            }
            gain if gain >= LEAST_GAIN => {
                after > 0 && score < BAD && (score <= 0 || after - score >= tolerance)
            }
            _ => false,
        };
        Exchange {
            won,
            lost,
            traded,
            promoted,
            promoted_by_opponent,
            is_recapture,
            before,
            after,
            is_compensated,
        }
    }

    /// The kind of a draw at the end of a line with the score of a draw, and the number of moves up to it.
    fn draw(&self) -> Option<(Draw, usize)> {
        let (end, last) = (self.end(), self.moves.len());
        if self.score != Score::DRAW {
            return None;
        }
        if end.is_stalemate() {
            return Some((Draw::Stalemate, last));
        }
        if end.is_insufficient_material() {
            return Some((Draw::Material, last));
        }
        let keys: Vec<_> = self.positions.iter().map(Position::key).collect();
        let repeated = (0..keys.len()).find_map(|later| {
            let earlier = keys[..later].iter().position(|&key| key == keys[later])?;
            Some((earlier, later))
        });
        // By a position before the line, or by the clock.
        if let Some(ply) = self.drawn.filter(|&ply| repeated.is_none_or(|(_, again)| ply < again)) {
            let is_by_clock = self.positions[ply].halfmove_clock() >= 100;
            return Some((if is_by_clock { Draw::FiftyMoves } else { Draw::Repetition }, ply));
        }
        let (first, again) = repeated?;
        let checks = |by: Color| {
            let mut answers =
                (first..again).map(|ply| &self.positions[ply]).filter(|p| p.side_to_move() != by);
            answers.clone().count() > 0 && answers.all(Position::in_check)
        };
        let by = Color::ALL.into_iter().find(|&by| checks(by));
        Some((by.map_or(Draw::Repetition, |by| Draw::PerpetualCheck { by }), again))
    }

    /// Collects the events of the line for our side: material, motifs, mate, draw.
    pub(crate) fn facts(&self, is_recapture: bool) -> Facts {
        let settled: Vec<usize> = self.settled().into_iter().filter(|&ply| ply <= MATERIAL_PLIES).collect();
        let settled = settled.iter().find(|&&ply| self.is_kept(ply)).or(settled.first()).copied();
        // Without a quiet moment, all that is won or lost for good by then.
        let lasting = || self.lasting().into_iter().rfind(|&ply| ply <= MATERIAL_PLIES);
        self.facts_at(settled.or_else(lasting), is_recapture)
    }

    /// The same with the material of the first moment in [`LOSS_PLIES`] at which `least` centipawns are lost for good; `None` if
    /// there is no such moment.
    pub(crate) fn facts_of_loss(&self, least: i32, is_recapture: bool) -> Option<Facts> {
        let loss_at = |ply| balance(&self.positions[0], self.us) - balance(&self.positions[ply], self.us);
        let moments = self.settled().into_iter().chain(self.lasting());
        let is_loss = |&ply: &usize| ply <= LOSS_PLIES && loss_at(ply) >= least.max(LEAST_GAIN);
        let moment = moments.filter(is_loss).min()?;
        Some(self.facts_at(Some(moment), is_recapture))
    }

    fn facts_at(&self, quiet: Option<usize>, is_recapture: bool) -> Facts {
        let last = self.moves.len();
        let mate = self.score.mate_moves();
        let draw = self.draw().filter(|&(_, ply)| ply <= DRAW_PLIES);
        let (mut reasons, mut gain, mut is_compensated) = (Vec::new(), 0, false);
        let mut end = last.min(6);
        if let Some(moves) = mate {
            reasons.push(Reason::of(if moves > 0 { Claim::Mates(moves) } else { Claim::IsMated(-moves) }));
            end = last;
        } else if let Some((draw, ply)) = draw {
            reasons.push(Reason::of(Claim::Draw(draw)));
            end = ply;
        } else if let Some(ply) = quiet {
            let exchange = self.exchange(ply, is_recapture);
            gain = exchange.gain();
            let Exchange { won, lost, traded, promoted, promoted_by_opponent, .. } = &exchange;
            let changes =
                [won, lost, traded, promoted, promoted_by_opponent].iter().any(|roles| !roles.is_empty());
            is_compensated = exchange.is_compensated;
            end = match () {
                () if is_compensated => last.min(ply + COMPENSATION_PLIES),
                () if changes => ply,
                () => end.max(ply),
            };
            // Of even exchanges those are told that the move or the reply begins.
            let begins =
                |ply: usize| self.moves.get(ply).is_some_and(|&mv| self.positions[ply].is_capture(mv));
            if changes && (gain.abs() >= LEAST_GAIN || begins(0) || begins(1)) {
                reasons.push(Reason::of(Claim::Material(exchange)));
            }
        }
        let profits = match (mate, gain) {
            (Some(moves), _) => Some(if moves > 0 { self.us } else { !self.us }),
            (None, gain) if gain.abs() >= LEAST_GAIN => {
                Some(if (gain > 0) != is_compensated { self.us } else { !self.us })
            }
            _ => None,
        };
        let mut motifs: Vec<(usize, Motif)> = Vec::new();
        let ends_in_mate = self.end().is_checkmate().then(|| end - 1);
        for ply in (0..end.min(MOTIF_PLIES)).chain(ends_in_mate.filter(|&ply| ply >= MOTIF_PLIES)) {
            let by = self.positions[ply].side_to_move();
            for motif in motifs::at(&self.positions[..=end], &self.moves[..end], ply) {
                let is_early = ply < MOTIF_PLIES || motif.is_mate();
                let is_fact = ply == 0 && motif.is_fact() && profits.is_none_or(|side| side == by);
                let counts = is_early && profits == Some(by) || is_fact;
                let is_new = motifs.iter().all(|(_, other)| other.name() != motif.name());
                if counts && is_new {
                    motifs.push((ply, motif));
                }
            }
        }
        let exchange = exchange_among(&reasons);
        let is_material_even = exchange.is_some_and(|exchange| exchange.after.abs() < LEAST_GAIN);
        let promotes = exchange.is_some_and(|exchange| !exchange.promoted.is_empty());
        let is_undefended = |motif: &Motif| matches!(motif, Motif::Undefended { .. });
        let has_other_motif = motifs.iter().any(|(_, motif)| !is_undefended(motif));
        let forked = motifs.iter().find_map(|(_, motif)| match motif {
            Motif::Fork { targets, .. } => Some(targets.clone()),
            _ => None,
        });
        let forked = forked.unwrap_or_default();
        let attacked: Vec<_> = motifs
            .iter()
            .filter_map(|(_, motif)| match motif {
                Motif::AttackOnPinned { pinned, .. } => Some(*pinned),
                _ => None,
            })
            .collect();
        motifs.retain(|(ply, motif)| match motif {
            // An undefended piece is the reason if nothing else is.
            Motif::Undefended { .. } => {
                mate.is_none() && !is_material_even && !has_other_motif && *ply < UNDEFENDED_PLIES
            }
            Motif::Promotion { .. } => !promotes,
            Motif::TrappedPiece { piece } => !forked.contains(piece),
            Motif::PinnedDefender { defender, .. } => !attacked.contains(defender),
            _ => true,
        });
        let pattern = motifs.iter().position(|(_, motif)| motif.is_mate()).map(|index| motifs.remove(index));
        motifs.truncate(MOST_MOTIFS);
        motifs.extend(pattern);
        reasons.extend(motifs.into_iter().map(|(ply, motif)| Reason::of(Claim::Motif { motif, ply })));
        let is_confirmed = quiet.is_some_and(|ply| ply + CONFIRMING_PLIES <= last);
        let draw = draw.map(|(draw, _)| draw);
        Facts { reasons, gain, mate, draw, end, is_settled: quiet.is_some(), is_confirmed }
    }
}

/// The events of a line, from our side: material, motifs, mate, draw.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) reasons: Vec<Reason>,
    /// The material that is won, in centipawns as players count.
    pub(crate) gain: i32,
    /// The moves to a mate, negative if we are mated.
    pub(crate) mate: Option<i32>,
    pub(crate) draw: Option<Draw>,
    /// The number of moves that show it.
    pub(crate) end: usize,
    /// The line shows what becomes of the material.
    pub(crate) is_settled: bool,
    /// The line goes on long enough to show that nothing comes back.
    pub(crate) is_confirmed: bool,
}

impl Facts {
    /// True if the side that loses material gets enough for it.
    pub(crate) fn is_compensated(&self) -> bool {
        exchange_among(&self.reasons).is_some_and(|exchange| exchange.is_compensated)
    }

    /// True if we mate or win material.
    pub(crate) fn is_won(&self) -> bool {
        self.mate.is_some_and(|moves| moves > 0) || self.mate.is_none() && self.gain >= LEAST_GAIN
    }

    /// True if we are mated or lose material.
    pub(crate) fn is_lost(&self) -> bool {
        self.mate.is_some_and(|moves| moves <= 0) || self.mate.is_none() && self.gain <= -LEAST_GAIN
    }
}

/// The exchange among the facts of a line, if there is one.
pub(crate) fn exchange_among(reasons: &[Reason]) -> Option<&Exchange> {
    reasons.iter().find_map(|reason| match &reason.claim {
        Claim::Material(exchange) => Some(exchange),
        _ => None,
    })
}
