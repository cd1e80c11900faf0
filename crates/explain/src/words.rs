//! The words of an explanation: the only file that has any.
//!
//! Each reason is one sentence. The first sentence of an explanation joins what happens in the line of the move with its
//! motif, or says what the move threatens or prevents.

use std::fmt::Write as _;

use eval::wdl::centipawns;
use movegen::Position;
use pgn::numbered_moves;
use types::{Color, File, Move, Role, Score, Square};

use crate::line::LEAST_GAIN;
use crate::model::{Claim, Draw, Evidence, Exchange, Explanation, Means, Outcome, Reason};
use crate::motifs::{Motif, Placed};
use crate::purposes::Purpose;
use crate::questions::WON;

/// Scores of one search that differ by no more centipawns are the same.
const SAME: i32 = 15;
const ONLY_LEGAL_MOVE: &str = "is the only legal move";

/// An explanation as a text for people, on lines of any length: the first sentence, then every reason with its line.
pub fn text(explanation: &Explanation) -> String {
    let mut text = format!("{}\n", sentence(explanation));
    for reason in &explanation.reasons {
        write_reason(&mut text, explanation, reason, 0);
    }
    let side = explanation.position.side_to_move();
    let _ = write!(text, "Scores are in pawns for {side}, who makes the move; {} nodes.", explanation.nodes);
    text
}

fn write_reason(text: &mut String, explanation: &Explanation, reason: &Reason, depth: usize) {
    let indent = "  ".repeat(depth + 1);
    let _ = writeln!(text, "{indent}{}", of(explanation, reason));
    if let Some(evidence) = &reason.evidence {
        let _ = writeln!(text, "{indent}  {} ({})", line(evidence), score(evidence.score));
    }
    let happens = happens_in(reason);
    for inner in reason.reasons.iter().filter(|inner| !happens || inner.evidence.is_some()) {
        write_reason(text, explanation, inner, depth + 1);
    }
}

/// True if the sentence of a reason says what happens in its line.
fn happens_in(reason: &Reason) -> bool {
    !matches!(reason.claim, Claim::Compared { .. } | Claim::OnlyLegalMove | Claim::Quiet)
}

/// The moves of a line with their numbers.
pub fn line(evidence: &Evidence) -> String {
    let moves: Vec<String> = numbered_moves(&evidence.start, &evidence.moves).collect();
    moves.join(" ")
}

/// The explanation in one sentence.
pub fn sentence(explanation: &Explanation) -> String {
    let name = numbered(&explanation.position, explanation.mv);
    let what = match explanation.reasons.first().map(|own| (own, &own.claim)) {
        Some((own, Claim::Compared { outcome, other, other_score })) if outcome.is_fault() => {
            fault(explanation, own, *outcome, *other, *other_score)
        }
        Some((own, Claim::Compared { outcome, .. })) => merit(explanation, own, Some(*outcome)),
        Some((own, _)) => merit(explanation, own, None),
        None => String::new(),
    };
    format!("{name} {what}.")
}

/// Says what a move does that is the best one, or about as good.
fn merit(explanation: &Explanation, own: &Reason, outcome: Option<Outcome>) -> String {
    let us = explanation.position.side_to_move();
    let find = |wanted: fn(&Claim) -> bool| explanation.find(wanted);
    let zugzwang = find(|claim| matches!(claim, Claim::Zugzwang));
    let opposition = find(|claim| matches!(claim, Claim::Opposition));
    let threat = said(explanation, &[find(|claim| matches!(claim, Claim::Threat(_)))]);
    let purposes = own.reasons.iter().chain(&explanation.reasons);
    let done = || offered(explanation).or_else(|| done(explanation, zugzwang.or(opposition)));
    let what = match happens(own, us, us) {
        Some(happens) if outcome.is_some() && is_loss(own) => match better_scored(explanation, own) {
            Some(_) if centipawns(explanation.score) <= -WON => format!("{happens}; other moves lose too"),
            Some(other) => format!("{happens}; it is about as good as {other}"),
            None => format!("{happens}; no other move does better"),
        },
        Some(happens) if zugzwang.is_some() => format!("puts {} in zugzwang and {happens}", !us),
        Some(happens) if opposition.is_some() => format!("takes the opposition and {happens}"),
        // An even exchange is the least of what a move does.
        Some(happens) if is_even(own) => match offered(explanation) {
            Some(offered) => offered,
            None if find(|claim| matches!(claim, Claim::Purpose(_))).is_some() => {
                joined_by("; it ", [does(purposes), Some(happens)])
            }
            None => joined_by("; it ", [Some(happens), done()]),
        },
        Some(happens) => joined_by("; it ", [Some(happens), threat]),
        None => match (done(), outcome) {
            (Some(done), _) => done,
            (None, None) => ONLY_LEGAL_MOVE.to_owned(),
            (None, Some(outcome)) => {
                let is_even = outcome == Outcome::AsGood && centipawns(explanation.score).abs() < WON;
                let plain = match better_scored(explanation, own).filter(|_| is_even) {
                    Some(other) => format!("is about as good as {other}"),
                    None => plain(outcome, explanation.score),
                };
                let plain = joined_by(": ", [Some(plain), pattern_or_instead(explanation, own)]);
                joined_by("; it ", [does(purposes), Some(plain)])
            }
        },
    };
    let only = outcome.filter(|outcome| outcome.is_only()).map(|outcome| plain(outcome, explanation.score));
    match (outcome, only) {
        (None, _) if what != ONLY_LEGAL_MOVE => format!("{ONLY_LEGAL_MOVE}; it {what}"),
        (_, Some(only)) if what.contains(&only) => what,
        (Some(Outcome::OnlyMoveThatAvoidsMate(_)), Some(only)) => format!("{only}; it {what}"),
        (_, Some(only)) => format!("{what}; it {only}"),
        (_, None) => what,
    }
}

/// Two texts, or the one that there is, with a separator between them.
fn joined_by(separator: &str, texts: [Option<String>; 2]) -> String {
    texts.into_iter().flatten().collect::<Vec<_>>().join(separator)
}

/// The other move of the comparison, if it has the better score.
fn better_scored(explanation: &Explanation, own: &Reason) -> Option<String> {
    let Claim::Compared { other, other_score, .. } = own.claim else { return None };
    let is_better = centipawns(other_score) > centipawns(explanation.score) + SAME;
    is_better.then(|| numbered(&explanation.position, other))
}

/// The pattern that a move makes, or else what the natural other move loses. It is said of moves that win, threaten and
/// prevent nothing. Pins are said as purposes.
fn pattern_or_instead(explanation: &Explanation, own: &Reason) -> Option<String> {
    let us = explanation.position.side_to_move();
    let pattern = own.reasons.iter().find_map(|fact| match &fact.claim {
        Claim::Motif { motif: Motif::Pin { .. }, .. } => None,
        Claim::Motif { motif, ply: 0 } => Some(motif_words(motif)),
        _ => None,
    });
    pattern.or_else(|| {
        let instead = instead(explanation)?;
        Some(format!(
            "{} {}",
            numbered(&explanation.position, instead.claim.about()?),
            happens(instead, us, us)?
        ))
    })
}

/// The purposes among some reasons, and the pin, each as a verb with its objects; `None` if there are none.
fn does<'a>(reasons: impl IntoIterator<Item = &'a Reason>) -> Option<String> {
    let words = |reason: &Reason| match &reason.claim {
        Claim::Purpose(purpose) => Some(purpose_words(purpose)),
        Claim::Motif { motif: Motif::Pin { pinned, behind, .. }, ply: 0 } => {
            Some(format!("pins {} to {}", placed(*pinned), placed(*behind)))
        }
        _ => None,
    };
    let words: Vec<String> = reasons.into_iter().filter_map(words).take(2).collect();
    (!words.is_empty()).then(|| joined(&words))
}

/// Says that a move leaves its piece to be taken, and how a capture of it is answered.
fn offered(explanation: &Explanation) -> Option<String> {
    let (position, mv) = (&explanation.position, explanation.mv);
    let piece = position.piece_at(mv.from())?;
    if mv.is_castle() || position.see(mv, Score(0)) {
        return None;
    }
    let takes = |reason: &&Reason| matches!(reason.claim, Claim::Refutes(reply) if reply.to() == mv.to());
    let refuted = explanation.reasons.iter().find(takes)?;
    Some(format!("offers the {}: {}", role(piece.role()), of(explanation, refuted).trim_end_matches('.')))
}

fn instead(explanation: &Explanation) -> Option<&Reason> {
    explanation.find(|claim| matches!(claim, Claim::Instead(_)))
}

/// True if nothing happens in the line of a reason but an even exchange.
fn is_even(reason: &Reason) -> bool {
    reason.reasons.iter().all(|fact| match &fact.claim {
        Claim::Material(exchange) => exchange.gain().abs() < LEAST_GAIN,
        Claim::Mates(_) | Claim::IsMated(_) | Claim::Draw(_) => false,
        _ => true,
    })
}

/// Says what is wrong with a move that is worse than another one, and what that one does.
fn fault(
    explanation: &Explanation,
    own: &Reason,
    outcome: Outcome,
    other: Move,
    other_score: Score,
) -> String {
    let us = explanation.position.side_to_move();
    let better = numbered(&explanation.position, other);
    let overlooked = match explanation.find(|claim| matches!(claim, Claim::Overlooks(_))) {
        Some(Reason { claim: Claim::Overlooks(mv), evidence: Some(evidence), .. }) if is_loss(own) => {
            format!("; {} was threatened already", numbered(&evidence.start, *mv))
        }
        _ => String::new(),
    };
    let happens_in = happens(own, us, us).map(|happens| happens + &overlooked);
    let faults = said(
        explanation,
        &[
            explanation.find(|claim| matches!(claim, Claim::LosesCastling)),
            explanation.find(|claim| matches!(claim, Claim::Allows { .. } | Claim::AllowsThreat { .. })),
        ],
    );
    if outcome == Outcome::MissesWin {
        let missed = match other_score.mate_moves() {
            Some(moves) => format!("misses mate in {moves} by {better}"),
            None => format!("misses a win by {better}"),
        };
        return match (happens_in, faults) {
            (Some(happens), _) if is_loss(own) => format!("{missed}, and {happens}"),
            (Some(happens), _) => format!("{happens}, and {missed}"),
            (None, Some(faults)) => format!("{missed}, and {faults}"),
            (None, None) if centipawns(explanation.score) <= -WON => format!("{missed}, and loses"),
            (None, None) => missed,
        };
    }
    let wins = |reason: &&Reason| {
        reason.reasons.iter().any(|fact| match &fact.claim {
            Claim::Mates(_) => true,
            Claim::Material(exchange) => exchange.gain() >= LEAST_GAIN && !exchange.is_compensated,
            _ => false,
        })
    };
    let won = instead(explanation).filter(wins);
    let won = won.and_then(|instead| happens(instead, us, us)).map(|happens| format!("{better} {happens}"));
    let is_better = won.clone().unwrap_or_else(|| {
        format!("{better} {}", if outcome == Outcome::Loses { "holds" } else { "is better" })
    });
    match (happens_in, faults) {
        (Some(happens), _) if is_loss(own) => format!("{happens}; {is_better}"),
        (Some(happens), Some(faults)) if wins(&own) => format!("{happens}; it {faults}; {is_better}"),
        (_, Some(faults)) => format!("{faults}; {is_better}"),
        (happens, None) => match happens.or_else(|| done(explanation, None)) {
            Some(done) if done.contains(", but ") => format!("{done}; {is_better}"),
            Some(done) => format!("{done}, but {is_better}"),
            None => {
                let theme = |reason: &Reason| match reason.claim {
                    Claim::Theme { group, term, .. } => Some(theme(group, term).to_owned()),
                    _ => None,
                };
                let themes: Vec<String> = explanation.reasons.iter().filter_map(theme).collect();
                let why = match won {
                    Some(won) => won,
                    None if let Some(does) =
                        instead(explanation).and_then(|instead| does(&instead.reasons)) =>
                    {
                        format!("{better} {does}")
                    }
                    None if themes.is_empty() => is_better,
                    None => format!("the evaluation prefers {better} for {}", joined(&themes)),
                };
                format!("{}: {why}", plain(outcome, explanation.score))
            }
        },
    }
}

/// Says what a move threatens, prevents and the like, `first` before the rest; `None` if there is nothing of it.
fn done(explanation: &Explanation, first: Option<&Reason>) -> Option<String> {
    let reasons = [
        first,
        explanation.find(|claim| matches!(claim, Claim::Prevents { .. })),
        explanation.find(|claim| matches!(claim, Claim::Threat(_))),
        explanation.find(|claim| matches!(claim, Claim::KeepsOff { .. })),
        explanation.find(|claim| matches!(claim, Claim::LosesCastling | Claim::MakesPassedPawn)),
    ];
    said(explanation, &reasons)
}

/// The sentences of reasons as one, without its first word "It" and the full stop; `None` if there are no reasons.
fn said(explanation: &Explanation, reasons: &[Option<&Reason>]) -> Option<String> {
    let sentence =
        |reason: &Reason| of(explanation, reason).trim_start_matches("It ").trim_end_matches('.').to_owned();
    let sentences: Vec<String> = reasons.iter().flatten().copied().map(sentence).collect();
    (!sentences.is_empty()).then(|| sentences.join("; it "))
}

/// True if the line of a reason loses material without compensation, or is mate against us.
fn is_loss(reason: &Reason) -> bool {
    reason.reasons.iter().any(|fact| match &fact.claim {
        Claim::Material(exchange) => {
            exchange.gain() <= -LEAST_GAIN && !exchange.is_compensated && !exchange.gives_pawn_back()
        }
        Claim::IsMated(_) => true,
        _ => false,
    })
}

/// A sentence about a move of which nothing else can be said.
fn plain(outcome: Outcome, score: Score) -> String {
    let text = match outcome {
        Outcome::OnlyMoveThatAvoidsMate(moves) => {
            return format!("is the only move that avoids mate in {moves}");
        }
        Outcome::OnlyMoveThatHolds => "is the only move that holds",
        Outcome::OnlyMoveThatWins => "is the only move that wins",
        Outcome::MissesWin => "misses a win",
        Outcome::Loses => "loses",
        Outcome::Worse => "is not the best move",
        Outcome::Best => "is the best move",
        Outcome::AsGood if centipawns(score) >= WON => "wins, as other moves do",
        Outcome::AsGood if centipawns(score) <= -WON => "loses, as other moves do",
        Outcome::AsGood => "is as good as any other move",
    };
    text.to_owned()
}

/// The sentence of a reason.
pub fn of(explanation: &Explanation, reason: &Reason) -> String {
    let us = explanation.position.side_to_move();
    let named = |mv: Move| numbered(&explanation.position, mv);
    let at_start = |mv: Move| {
        let start = reason.evidence.as_ref().map_or(&explanation.position, |evidence| &evidence.start);
        numbered(start, mv)
    };
    let which =
        |side| happens(reason, us, side).map_or(String::new(), |happens| format!(", which {happens}"));
    match &reason.claim {
        Claim::OnlyLegalMove => format!("It {ONLY_LEGAL_MOVE}: {}.", score(explanation.score)),
        Claim::Compared { outcome, other, other_score } => {
            compared(*outcome, explanation.score, &named(*other), *other_score)
        }
        Claim::Mates(_) | Claim::IsMated(_) | Claim::Draw(_) | Claim::Material(_) => {
            format!("It {}.", event(&reason.claim, us, us).unwrap_or_default())
        }
        Claim::Motif { motif, .. } => format!("{}.", upper(&motif_words(motif))),
        Claim::Threat(mv) => format!("It threatens {}{}.", at_start(*mv), which(us)),
        Claim::Prevents { threat, means } => {
            let means = match means {
                Means::MovesAway(piece) => format!("moves the {} away and so prevents", role(piece.0)),
                Means::TakesAttacker(piece) => format!("takes the {} and so prevents", role(piece.0)),
                Means::Blocks => "blocks the line and so prevents".to_owned(),
                Means::Guards((_, square)) => format!("guards {square} once more and so prevents"),
                Means::Other => "prevents".to_owned(),
            };
            format!("It {means} {}{}.", at_start(*threat), which(!us))
        }
        Claim::KeepsOff { threat, pin: Motif::Pin { by, pinned, behind } } => format!(
            "It keeps the {} from {}, where it would pin {} to {}.",
            role(by.0),
            threat.to(),
            placed(*pinned),
            placed(*behind)
        ),
        Claim::KeepsOff { threat, .. } => format!("It guards {}.", threat.to()),
        Claim::Overlooks(threat) => format!("It does nothing against {}{}.", at_start(*threat), which(!us)),
        Claim::Allows { reply, otherwise } => {
            format!(
                "It allows {}: after any other reply it would have {}.",
                at_start(*reply),
                score(*otherwise)
            )
        }
        Claim::AllowsThreat { reply, threat } => {
            let reply = numbered(&explanation.position.after(explanation.mv), *reply);
            format!("It allows {reply} with the threat of {}{}.", at_start(*threat), which(!us))
        }
        Claim::Refutes(reply) => {
            let answer = reason.evidence.as_ref().and_then(|evidence| {
                let mv = *evidence.moves.get(1)?;
                Some(numbered(&evidence.start.after(evidence.moves[0]), mv))
            });
            match (answer, happens(reason, us, us)) {
                (Some(answer), Some(happens)) => {
                    format!("{} is answered by {answer}, which {happens}.", at_start(*reply))
                }
                (Some(answer), None) => format!("{} is answered by {answer}.", at_start(*reply)),
                (None, _) => format!("{} fails.", at_start(*reply)),
            }
        }
        Claim::Instead(other) => {
            let does = happens(reason, us, us).or_else(|| does(&reason.reasons));
            let does = does.unwrap_or_else(|| "neither wins nor loses material".to_owned());
            format!("Instead, {} {does}.", named(*other))
        }
        Claim::Zugzwang => {
            format!("It puts {} in zugzwang: to pass would be better than any move.", !us)
        }
        Claim::Opposition => "It takes the opposition.".to_owned(),
        Claim::LosesCastling => "It gives up the right to castle.".to_owned(),
        Claim::MakesPassedPawn => format!("It makes a passed pawn on {}.", explanation.mv.to()),
        Claim::Purpose(purpose) => format!("It {}.", purpose_words(purpose)),
        Claim::Quiet => {
            let is_check = explanation.position.after(explanation.mv).in_check();
            let what = if is_check { "gives check" } else { "is a quiet move" };
            format!("It {what}: nothing is won at once, and nothing is threatened.")
        }
        Claim::Theme { better, worse, group, term, .. } => {
            let theme = theme(group, term);
            format!("The evaluation prefers {} to {} for {theme}.", named(*better), named(*worse))
        }
    }
}

fn compared(outcome: Outcome, own: Score, other: &str, other_score: Score) -> String {
    let (own_text, other_text) = (score(own), score(other_score));
    match outcome {
        Outcome::OnlyMoveThatWins
        | Outcome::OnlyMoveThatHolds
        | Outcome::OnlyMoveThatAvoidsMate(_)
        | Outcome::Best => {
            let plain = plain(outcome, own);
            format!("It {plain}: {own_text}; the next best, {other}, has {other_text}.")
        }
        Outcome::AsGood if centipawns(own).abs() >= WON => {
            format!("It {}: {own_text}; {other} has {other_text}.", plain(outcome, own))
        }
        Outcome::AsGood => format!("It is about as good as {other}: {own_text} and {other_text}."),
        Outcome::Worse => {
            let does = match own.is_mate() && other_score.is_mate() {
                true if own.is_loss() => "holds out longer",
                true => "mates sooner",
                false => "is better",
            };
            format!("{other} {does}: {other_text} against {own_text}.")
        }
        Outcome::MissesWin => format!("It misses a win: {other} has {other_text}, this move {own_text}."),
        Outcome::Loses => format!("It loses: {own_text}; {other} holds with {other_text}."),
    }
}

/// The event in the line of a reason, such as "wins a pawn", with `actor` as its subject. `None` if there is none.
fn happens(reason: &Reason, us: Color, actor: Color) -> Option<String> {
    let is_one_move = reason.evidence.as_ref().is_some_and(|evidence| evidence.moves.len() == 1);
    // A refutation is the reply and the mate.
    let is_mate = is_one_move || matches!(reason.claim, Claim::Refutes(_));
    let what = reason.reasons.iter().find_map(|fact| match &fact.claim {
        Claim::Mates(1) | Claim::IsMated(1) if is_mate => Some("is checkmate".to_owned()),
        Claim::Draw(Draw::Stalemate) if is_one_move => Some("is stalemate, a draw".to_owned()),
        claim => event(claim, us, actor),
    })?;
    Some(what + &motifs(reason))
}

/// The words for mate, draw or material, with `actor` as the subject. `None` for other claims.
fn event(claim: &Claim, us: Color, actor: Color) -> Option<String> {
    Some(match claim {
        Claim::Mates(moves) if actor == us => format!("mates in {moves}"),
        Claim::IsMated(moves) if actor != us => format!("mates in {moves}"),
        Claim::Mates(moves) | Claim::IsMated(moves) => format!("allows mate in {moves}"),
        Claim::Draw(draw) => match draw {
            Draw::Stalemate => "leads to stalemate, a draw",
            Draw::PerpetualCheck { by } if *by == actor => "draws by perpetual check",
            Draw::PerpetualCheck { .. } => "allows perpetual check, a draw",
            Draw::Repetition => "leads to a repetition, a draw",
            Draw::FiftyMoves => "leads to a draw by the fifty-move rule",
            Draw::Material => "leads to a draw, as nobody can mate",
        }
        .to_owned(),
        Claim::Material(exchange) if actor == us => return material(exchange),
        Claim::Material(exchange) => return material(&exchange.turned()),
        _ => return None,
    })
}

/// The motifs of a line behind a colon; nothing if there are none.
fn motifs(reason: &Reason) -> String {
    let words = reason.reasons.iter().filter_map(|fact| {
        let Claim::Motif { motif, ply, .. } = &fact.claim else { return None };
        // The sentence of a refutation names the answer itself.
        let is_named = *ply == 0 || *ply == 1 && matches!(reason.claim, Claim::Refutes(_));
        if is_named || motif.is_mate() {
            return Some(motif_words(motif));
        }
        let evidence = reason.evidence.as_ref()?;
        let mut position = evidence.start.clone();
        evidence.moves[..*ply].iter().for_each(|&mv| position.play(mv));
        let name = numbered(&position, *evidence.moves.get(*ply)?);
        Some(match motif {
            Motif::Undefended { piece } => format!("{name} takes the undefended {}", role(piece.0)),
            _ => format!("after {name}, {}", motif_words(motif)),
        })
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { String::new() } else { format!(": {}", words.join("; ")) }
}

/// The words for an exchange, such as "wins a pawn"; `None` if no piece leaves the board.
fn material(exchange: &Exchange) -> Option<String> {
    let Exchange { won, lost, traded, promoted, promoted_by_opponent, before, after, .. } = exchange;
    let gain = exchange.gain();
    let (wins, loses) = (gain >= LEAST_GAIN, gain <= -LEAST_GAIN);
    let (more, less) = if wins { (won, lost) } else { (lost, won) };
    let and =
        |verb: &str| if more.is_empty() { String::new() } else { format!(" and {verb} {}", list(more)) };
    let in_return =
        |roles: &[Role]| if roles.is_empty() { String::new() } else { format!(" for {}", list(roles)) };
    let is_exchange = matches!(more[..], [Role::Rook])
        && matches!(&less[..], [Role::Knight | Role::Bishop, rest @ ..] if rest.iter().all(|&role| role == Role::Pawn));
    let changes_hands = |verb: &str| match &less[..] {
        [_] if is_exchange => format!("{verb} the exchange, a rook for {}", list(less)),
        [_, pawns @ ..] if is_exchange => format!("{verb} the exchange{}", in_return(pawns)),
        _ => format!("{verb} {}{}", list(more), in_return(less)),
    };
    let mut text = match () {
        () if wins && !promoted.is_empty() && promoted_by_opponent.is_empty() => {
            format!("gets {} by promotion{}{}", list(promoted), and("takes"), in_return(less))
        }
        () if loses && promoted.is_empty() && !promoted_by_opponent.is_empty() => {
            format!("lets a pawn become {}{}{}", list(promoted_by_opponent), and("loses"), in_return(less))
        }
        () if wins && is_exchange && !exchange.is_compensated => changes_hands("wins"),
        () if wins && exchange.is_recapture && *before < 0 => changes_hands("takes back"),
        () if wins && *before <= -LEAST_GAIN && after.abs() < LEAST_GAIN => changes_hands("gets back"),
        () if wins && exchange.is_compensated => changes_hands("takes"),
        () if wins => changes_hands("wins"),
        () if exchange.gives_pawn_back() => "gives the pawn back".to_owned(),
        () if loses && exchange.is_compensated => changes_hands("gives up"),
        () if loses => changes_hands("loses"),
        () if !won.is_empty() || !lost.is_empty() => format!("exchanges {} for {}", list(lost), list(won)),
        () if !traded.is_empty() => format!("exchanges {}", many(traded)),
        () => return None,
    };
    if (wins || loses) && !traded.is_empty() && !exchange.is_compensated {
        text += &format!(" and exchanges {}", many(traded));
    }
    if wins && *before <= -LEAST_GAIN && *after < LEAST_GAIN {
        let is_behind = *after <= -LEAST_GAIN;
        text += if is_behind { ", and is still behind in material" } else { ", and material is even" };
    } else if exchange.gives_pawn_back() {
        text += ", and material is even";
    }
    if exchange.is_compensated {
        text += match gain {
            1.. => ", but the other side has compensation",
            _ if text.contains(',') => ", and has compensation",
            _ => " and has compensation",
        };
    }
    Some(text)
}

/// The name of a role.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

fn counted(roles: &[Role]) -> Vec<(Role, usize)> {
    let all = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |wanted: Role| roles.iter().filter(|&&role| role == wanted).count();
    all.into_iter().map(|role| (role, count(role))).filter(|&(_, count)| count > 0).collect()
}

/// Pieces as "a rook and two pawns".
fn list(roles: &[Role]) -> String {
    const NUMBERS: [&str; 9] = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight"];
    let words = counted(roles).into_iter().map(|(piece, count)| {
        let ending = if count > 1 { "s" } else { "" };
        format!("{} {}{ending}", NUMBERS[count.min(8)], role(piece))
    });
    joined(&words.collect::<Vec<_>>())
}

/// Pieces that both sides lose, as "queens and rooks".
fn many(roles: &[Role]) -> String {
    let words = counted(roles).into_iter().map(|(piece, _)| format!("{}s", role(piece)));
    joined(&words.collect::<Vec<_>>())
}

fn joined(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn placed((piece, square): Placed) -> String {
    format!("the {} on {square}", role(piece))
}

fn motif_words(motif: &Motif) -> String {
    match motif {
        Motif::Fork { by, targets } => {
            let targets: Vec<String> = targets.iter().copied().map(placed).collect();
            format!("{} forks {}", placed(*by), joined(&targets))
        }
        Motif::Pin { by, pinned, behind } => {
            format!("{} pins {} to {}", placed(*by), placed(*pinned), placed(*behind))
        }
        Motif::AttackOnPinned { by, pinned } => {
            format!("{} attacks {}, which is pinned", placed(*by), placed(*pinned))
        }
        Motif::Skewer { by, front, behind } => {
            format!("{} skewers {} and {} behind it", placed(*by), placed(*front), placed(*behind))
        }
        Motif::DiscoveredAttack { by, target: (Role::King, _) } => {
            format!("it is a discovered check by {}", placed(*by))
        }
        Motif::DiscoveredAttack { by, target } => {
            format!("it is a discovered attack by {} on {}", placed(*by), placed(*target))
        }
        Motif::DoubleCheck | Motif::BackRankMate | Motif::SmotheredMate => {
            format!("it is a {}", motif.name())
        }
        Motif::TrappedPiece { piece } => format!("{} is trapped", placed(*piece)),
        Motif::RemovedDefender { defender, target } => {
            format!("{} was the only defender of {}", placed(*defender), placed(*target))
        }
        Motif::Deflection { defender, target, is_overloaded: true } => {
            format!("{} is overloaded, as it has to guard {target} too", placed(*defender))
        }
        Motif::Deflection { defender, target, .. } => {
            format!("{} is deflected from guarding {target}", placed(*defender))
        }
        Motif::OpenedLine { by, blocker } => {
            format!("{} opens the line of {}", placed(*blocker), placed(*by))
        }
        Motif::Decoy { piece, to } => format!("{} is lured to {to}", placed(*piece)),
        Motif::PinnedDefender { defender, target } => {
            format!("{} is pinned and cannot take on {target}", placed(*defender))
        }
        Motif::Undefended { piece } => format!("it takes the undefended {}", role(piece.0)),
        Motif::Promotion { to } => format!("a pawn promotes to a {}", role(*to)),
    }
}

/// A purpose as a verb with its objects.
fn purpose_words(purpose: &Purpose) -> String {
    let on = |square: &Square| format!("on {square}");
    let file = |file: &File| format!("{}-file", file.letter());
    let all = |squares: &[Square]| joined(&squares.iter().map(Square::to_string).collect::<Vec<_>>());
    match purpose {
        Purpose::GivesCheck => "gives check".to_owned(),
        Purpose::EndsCheck(Role::King) => "moves the king out of check".to_owned(),
        Purpose::EndsCheck(_) => "blocks the check".to_owned(),
        Purpose::Castles(rook) => format!("brings the king to safety and the rook to {rook}"),
        Purpose::Retreats { piece, attacker } => {
            format!("moves the {} away from {}", role(*piece), placed(*attacker))
        }
        Purpose::Pressures(target @ (Role::Pawn, _)) => format!("puts pressure on {}", placed(*target)),
        Purpose::Attacks(target) | Purpose::Pressures(target) => format!("attacks {}", placed(*target)),
        Purpose::Unpins(piece) => format!("frees {} from the pin", placed(*piece)),
        Purpose::Protects(piece) => format!("protects {}", placed(*piece)),
        Purpose::AdvancesPassedPawn => "advances the passed pawn".to_owned(),
        Purpose::BlocksPassedPawn(pawn) => format!("blocks the passed pawn {}", on(pawn)),
        Purpose::BehindPassedPawn(pawn) => format!("puts the rook behind the passed pawn {}", on(pawn)),
        Purpose::KingToPassedPawn(pawn) => format!("brings the king nearer to the passed pawn {}", on(pawn)),
        Purpose::KingToCentre => "brings the king towards the centre".to_owned(),
        Purpose::ClosesCentre => "closes the centre".to_owned(),
        Purpose::Challenges(pawn) => format!("challenges the pawn {}", on(pawn)),
        Purpose::Outpost(piece) => {
            format!("puts the {} on an outpost that no pawn can attack", role(*piece))
        }
        Purpose::DoublesRooks(on) => format!("doubles the rooks on the {}", file(on)),
        Purpose::OpenFile(to) => format!("puts the rook on the open {}", file(to)),
        Purpose::HalfOpenFile(to) => format!("puts the rook on the half-open {}", file(to)),
        Purpose::FileMayOpen => "puts the rook on a file that may open".to_owned(),
        Purpose::SupportsAdvance(pawn) => format!("supports the advance of the pawn {}", on(pawn)),
        Purpose::SeventhRank => "puts the rook on the seventh rank".to_owned(),
        Purpose::Develops(piece) => format!("develops the {}", role(*piece)),
        Purpose::ClearsCastling => "clears the way to castle".to_owned(),
        Purpose::GainsSpace(File::D | File::E) => "takes space in the centre".to_owned(),
        Purpose::GainsSpace(File::A | File::B | File::C) => "gains space on the queenside".to_owned(),
        Purpose::GainsSpace(_) => "gains space on the kingside".to_owned(),
        Purpose::StormsKing => "advances against the king".to_owned(),
        Purpose::MakesRoom(square) => format!("makes room for the bishop on {square}"),
        Purpose::OpensLines(pieces) => {
            let pieces: Vec<String> = pieces.iter().copied().map(placed).collect();
            format!("opens the way of {}", joined(&pieces))
        }
        Purpose::OffersExchange { role, is_ahead } => {
            let ahead = if *is_ahead { " when ahead in material" } else { "" };
            format!("offers to exchange {}{ahead}", many(&[*role]))
        }
        Purpose::KeepsFrom { piece, square } => format!("keeps the {} from {square}", role(*piece)),
        Purpose::PreparesAdvance(square) => format!("prepares {square}"),
        Purpose::FightsFor(squares) => {
            let ending = if squares.len() > 1 { "s" } else { "" };
            format!("fights for the centre square{ending} {}", all(squares))
        }
        Purpose::ConnectsRooks => "connects the rooks".to_owned(),
        Purpose::FlightSquare(square) => format!("gives the king the flight square {square}"),
        Purpose::MoreSquares(piece) => format!("gives the {} more squares", role(*piece)),
    }
}

/// A theme of the evaluation as players call it.
fn theme(group: &str, term: &str) -> &'static str {
    match (group, term) {
        (_, "KNIGHT_OUTPOST") => "the knight on a square from which no pawn can chase it away",
        (_, "BISHOP_OUTPOST") => "the bishop on a square from which no pawn can chase it away",
        (_, "ROOK_OPEN_FILE") => "a rook on an open file",
        (_, "ROOK_HALF_OPEN_FILE") => "a rook on a half-open file",
        (_, "ROOK_ON_SEVENTH") => "a rook on the seventh rank",
        (_, "BISHOP_PAIR") => "the pair of bishops",
        (_, "ISOLATED") => "fewer isolated pawns",
        (_, "BACKWARD") => "fewer backward pawns",
        (_, "DOUBLED" | "DOUBLED_CLOSE" | "DOUBLED_ISOLATED") => "fewer doubled pawns",
        (_, "HANGING") => "the undefended pieces that it attacks, or the own ones that it defends",
        ("Material", _) => "the balance of material",
        ("Piece-square", _) => "the squares on which the pieces stand",
        ("Kings on opposite wings", _) => "the squares of the pieces with the kings on opposite wings",
        ("Mobility", _) => "the mobility of the pieces",
        ("Safe mobility", _) => "the squares to which the pieces can go safely",
        ("Distance to kings", _) => "the distance of the pieces from the kings",
        ("Minor pieces", _) => "the places of the knights and bishops",
        ("Rooks and queens", _) => "the places of the rooks and queens",
        ("Pawns", _) => "the pawn structure",
        ("Passed pawns", _) => "the passed pawns",
        ("Threats", _) => "what its pieces attack",
        ("Space", _) => "the space behind its pawns",
        ("Shelter", _) => "the pawns in front of the kings",
        ("King attack", _) => "the attack on the king, or its defence",
        ("Mop-up", _) => "driving the bare king to the edge",
        _ => "the position in other respects",
    }
}

/// A score in pawns, or `#3` and `#-3` for mates.
pub fn score(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(centipawns(score)) / 100.0),
    }
}

/// A move with its number.
fn numbered(position: &Position, mv: Move) -> String {
    numbered_moves(position, &[mv]).collect()
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
