//! Holds every claim about moves in random positions against the rules and against the score beside it, and in a long run
//! against a search with ten times the nodes:
//!
//! ```text
//! COPPICE_CLAIMS=10000 cargo test --release -p explain --test claims -- --ignored --nocapture        rules and scores
//! COPPICE_CLAIMS=300 COPPICE_CONFIRM=1 cargo test ...                                                 and deeper searches
//! ```

use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::num::NonZeroUsize;
use std::thread;

use eval::wdl::centipawns;
use explain::model::{Claim, Draw, Evidence, Explanation, Outcome, Reason};
use explain::motifs::{Motif, Placed};
use explain::purposes::{self, Purpose};
use explain::{Question, STACK_SIZE, json, words};
use movegen::{Bitboard, Color, Position, Role, Square, attacks};
use search::{Control, Engine, Game, Limits, Mebibytes};
use types::{Move, Score};

/// Random moves from the start, some of them chosen by a small search, so that some positions are sound and some are wild.
struct RandomMoves {
    random: fastrand::Rng,
    engine: Engine,
}

impl RandomMoves {
    fn new(seed: u64) -> RandomMoves {
        let engine = Engine::new(Mebibytes(1)).expect("there is memory");
        RandomMoves { random: fastrand::Rng::with_seed(seed), engine }
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        let moves = game.position().legal_moves();
        if moves.is_empty() || self.random.u8(..4) > 0 {
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            return self.engine.search(game, &limits, &Control::new(), &mut ()).best_move();
        }
        Some(moves[self.random.usize(..moves.len())])
    }

    /// The moves of a game that is not over, and a legal move.
    fn next(&mut self) -> (Vec<Move>, Move) {
        loop {
            let (mut game, mut played) = (Game::default(), Vec::new());
            let plies = self.random.usize(4..100);
            while played.len() < plies
                && let Some(mv) = self.choose(&game)
            {
                game.play(mv);
                played.push(mv);
            }
            if let Some(mv) = self.choose(&game) {
                return (played, mv);
            }
        }
    }
}

/// Explains a move for each of so many random positions, and hands it on.
fn explain(seed: u64, count: usize, nodes: u64, mut check: impl FnMut(&Explanation) + Send) {
    let run = move || {
        let start = Position::startpos();
        let mut moves = RandomMoves::new(seed);
        for _ in 0..count {
            let (played, mv) = moves.next();
            let question = Question { start: &start, played: &played, mv, other: None, nodes };
            let explanation = question.answer(&Control::new()).expect("there is memory");
            check(&explanation.expect("nothing stops it"));
        }
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
        thread.expect("a thread").join().expect("all claims hold");
    });
}

#[test]
fn claims_about_random_positions_hold() {
    explain(1, 40, 20_000, check);
}

#[test]
fn purposes_of_all_quiet_moves_of_random_games_hold() {
    let mut moves = RandomMoves::new(3);
    let mut told = HashSet::new();
    for _ in 0..30 {
        let mut position = Position::startpos();
        for mv in moves.next().0 {
            let legal = position.legal_moves();
            for &quiet in legal.iter().filter(|mv| !position.is_capture(**mv) && mv.promoted_to().is_none()) {
                for purpose in purposes::of(&position, quiet) {
                    let holds = fulfils(&purpose, &position, quiet);
                    assert!(holds, "{purpose:?} by {quiet} in {}", position.fen());
                    told.insert(mem::discriminant(&purpose));
                }
            }
            position.play(mv);
        }
    }
    assert!(told.len() >= 30, "only {} kinds were told", told.len());
}

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")))
}

#[test]
#[ignore = "takes long; COPPICE_CLAIMS is the number of positions"]
fn claims_about_many_random_positions_hold() {
    let count = number("COPPICE_CLAIMS").expect("COPPICE_CLAIMS is the number of positions");
    let nodes = number("COPPICE_CLAIM_NODES").unwrap_or(60_000) as u64;
    let confirms = number("COPPICE_CONFIRM").is_some();
    let mut table = BTreeMap::<&str, (u32, u32)>::new();
    explain(number("COPPICE_SEED").unwrap_or(2) as u64, count, nodes, |explanation| {
        check(explanation);
        if confirms {
            confirm(explanation, &mut |kind, deeper, holds| {
                let (claims, confirmed) = table.entry(kind).or_default();
                *claims += 1;
                *confirmed += u32::from(holds);
                if !holds {
                    eprintln!(
                        "not confirmed: {kind}, {deeper} by the deeper search\n{}\n{}",
                        explanation.position.fen(),
                        words::text(explanation)
                    );
                }
            });
        } else {
            count_claims(&explanation.reasons, &mut table);
        }
    });
    let (mut all, mut good) = (0, 0);
    for (kind, (claims, confirmed)) in &table {
        println!("{kind:<24} {claims:>7} {:>7.1} %", 100.0 * f64::from(*confirmed) / f64::from(*claims));
        all += claims;
        good += confirmed;
    }
    println!("{:<24} {all:>7} {:>7.1} %", "all", 100.0 * f64::from(good) / f64::from(all));
}

fn count_claims(reasons: &[Reason], table: &mut BTreeMap<&str, (u32, u32)>) {
    for reason in reasons {
        let (claims, confirmed) = table.entry(reason.claim.kind()).or_default();
        *claims += 1;
        *confirmed += 1;
        count_claims(&reason.reasons, table);
    }
}

/// Fails if a claim contradicts the rules or the score beside it.
fn check(explanation: &Explanation) {
    let text = words::text(explanation);
    let context = format!("{}\n{text}", explanation.position.fen());
    let value = json(explanation);
    assert_eq!(value["reasons"].as_array().map(Vec::len), Some(explanation.reasons.len()), "{context}");
    assert!(words::sentence(explanation).ends_with('.'), "{context}");
    let own = explanation.reasons.first().and_then(|reason| reason.evidence.as_ref());
    let own = own.unwrap_or_else(|| panic!("the first reason has the line of the move\n{context}"));
    assert_eq!(own.moves.first(), Some(&explanation.mv), "{context}");
    assert_eq!(own.score, explanation.score, "{context}");
    for reason in &explanation.reasons {
        check_reason(explanation, reason, own, &context);
    }
}

fn check_reason(explanation: &Explanation, reason: &Reason, above: &Evidence, context: &str) {
    let sentence = words::of(explanation, reason);
    assert!(
        sentence.ends_with('.') && !sentence.contains("  ") && !sentence.contains("nothing."),
        "{sentence}\n{context}"
    );
    if let Some(evidence) = &reason.evidence {
        check_line(explanation, evidence, context);
    }
    let evidence = reason.evidence.as_ref().unwrap_or(above);
    check_claim(explanation, &reason.claim, evidence, context);
    for inner in &reason.reasons {
        check_reason(explanation, inner, evidence, context);
    }
}

/// The path leads from the explained position to the start of the line, and all moves are legal.
fn check_line(explanation: &Explanation, evidence: &Evidence, context: &str) {
    let mut position = explanation.position.clone();
    for step in &evidence.path {
        match step {
            Some(mv) => {
                assert!(position.legal_moves().contains(mv), "path {mv}\n{context}");
                position.play(*mv);
            }
            None => position.play_null(),
        }
    }
    assert_eq!(position.fen(), evidence.start.fen(), "{context}");
    positions(evidence, context);
    assert!(!evidence.moves.is_empty(), "{context}");
}

/// The positions of a line.
fn positions(evidence: &Evidence, context: &str) -> Vec<Position> {
    let mut positions = vec![evidence.start.clone()];
    for &mv in &evidence.moves {
        let mut next = positions[positions.len() - 1].clone();
        assert!(next.legal_moves().contains(&mv), "line {mv}\n{context}");
        next.play(mv);
        positions.push(next);
    }
    positions
}

fn check_claim(explanation: &Explanation, claim: &Claim, evidence: &Evidence, context: &str) {
    let us = explanation.position.side_to_move();
    let line = positions(evidence, context);
    let (start, end) = (&line[0], &line[line.len() - 1]);
    let score = centipawns(evidence.score);
    match claim {
        Claim::OnlyLegalMove => assert_eq!(explanation.position.count_legal_moves(), 1, "{context}"),
        Claim::Compared { outcome, other, other_score } => {
            assert!(
                explanation.position.legal_moves().contains(other) && *other != explanation.mv,
                "{context}"
            );
            let (own, other) = (explanation.score, *other_score);
            let difference = centipawns(own) - centipawns(other);
            let holds = match outcome {
                Outcome::Best => own > other,
                Outcome::Worse => own < other,
                Outcome::AsGood => {
                    let lesser = centipawns(own).abs().min(centipawns(other).abs());
                    let is_decided = lesser >= 700 && (own < Score::DRAW) == (other < Score::DRAW);
                    difference.abs() < 50 + lesser / 5 || is_decided
                }
                Outcome::OnlyMoveThatWins => centipawns(own) > 0 && difference > 100,
                Outcome::OnlyMoveThatHolds => centipawns(other) < -200 && difference > 100,
                Outcome::OnlyMoveThatAvoidsMate(moves) => {
                    other.mate_moves() == Some(-moves) && !own.is_decisive()
                }
                Outcome::MissesWin => centipawns(other) > 200 && difference < -100,
                Outcome::Loses => centipawns(own) < -200 && difference < -100,
            };
            assert!(holds, "{context}");
        }
        Claim::Mates(moves) => {
            assert_eq!(evidence.score.mate_plies().map(|plies| (plies + 1) / 2), Some(*moves), "{context}");
            assert!(!end.is_checkmate() || end.side_to_move() != us, "{context}");
        }
        Claim::IsMated(moves) => {
            assert_eq!(evidence.score.mate_plies().map(|plies| (1 - plies) / 2), Some(*moves), "{context}");
            assert!(!end.is_checkmate() || end.side_to_move() == us, "{context}");
        }
        Claim::Draw(draw) => {
            assert_eq!(score, 0, "{context}");
            let again = || line[..line.len() - 1].iter().position(|earlier| earlier.key() == end.key());
            match draw {
                Draw::Stalemate => assert!(end.is_stalemate(), "{context}"),
                Draw::Material => assert!(end.is_insufficient_material(), "{context}"),
                Draw::FiftyMoves => assert!(end.halfmove_clock() >= 100, "{context}"),
                Draw::Repetition => {
                    // Of a position before the line, nothing was taken and no pawn moved since.
                    let is_earlier = end.halfmove_clock() as usize >= line.len().max(4);
                    assert!(again().is_some() || is_earlier, "{context}");
                }
                Draw::PerpetualCheck { by } => {
                    let first = again().unwrap_or_else(|| panic!("no repetition\n{context}"));
                    let answers = line[first..].iter().filter(|position| position.side_to_move() != *by);
                    assert!(
                        answers.clone().count() > 0 && answers.clone().all(Position::in_check),
                        "{context}"
                    );
                }
            }
        }
        Claim::Material(exchange) => {
            assert!(!evidence.score.is_mate() && evidence.score != Score::INFINITE, "{context}");
            let worth = |roles: &[Role]| roles.iter().map(|&role| points(role)).sum::<i32>();
            let made = |roles: &[Role]| worth(roles) - roles.len() as i32;
            let gain = worth(&exchange.won) - worth(&exchange.lost) + made(&exchange.promoted)
                - made(&exchange.promoted_by_opponent);
            assert_eq!(exchange.gain(), 100 * gain, "{context}");
            assert_eq!(exchange.before, 100 * material(start, us), "{context}");
            let is_somewhere = line.iter().any(|position| 100 * material(position, us) == exchange.after);
            assert!(is_somewhere, "{context}");
            // A side that wins material and is ahead in it is ahead by the score; one that loses some and is behind is behind.
            if !exchange.is_compensated && exchange.gain() >= 80 && exchange.after > 0 {
                assert!(score > 0, "{context}");
            }
            if !exchange.is_compensated && exchange.gain() <= -80 && exchange.after < 0 {
                assert!(score < 0, "{context}");
            }
        }
        Claim::Motif { motif, ply } => {
            let (before, mv, after) = (&line[*ply], evidence.moves[*ply], &line[*ply + 1]);
            assert!(holds(motif, before, mv, after, before.side_to_move()), "{motif:?}\n{context}");
        }
        Claim::Threat(_) => assert!(evidence.score > explanation.score, "{context}"),
        // A sacrifice that is accepted, or a capture that has an answer, leaves the score about as it was.
        Claim::Refutes(_) => {
            assert!(centipawns(evidence.score) >= centipawns(explanation.score) - 75, "{context}");
        }
        Claim::Prevents { threat, .. } => {
            assert!(evidence.score < explanation.score && start.legal_moves().contains(threat), "{context}");
        }
        Claim::KeepsOff { threat, pin } => {
            let mut before = explanation.position.clone();
            before.play_null();
            let after = explanation.position.after(explanation.mv);
            assert!(holds(pin, &before, *threat, &before.after(*threat), !us), "{context}");
            let occupied = after.occupied() - threat.from().bitboard();
            assert!(after.is_attacked(threat.to(), us, occupied), "{context}");
        }
        Claim::Overlooks(threat) => assert_eq!(evidence.moves[0], *threat, "{context}"),
        Claim::Instead(other) => assert_eq!(evidence.moves[0], *other, "{context}"),
        Claim::Allows { reply, otherwise } => {
            assert!(evidence.moves[0] == *reply && *otherwise > evidence.score, "{context}");
        }
        Claim::AllowsThreat { reply, threat } => {
            let mut before = explanation.position.after(explanation.mv).after(*reply);
            before.play_null();
            assert_eq!(before.fen(), start.fen(), "{context}");
            assert!(evidence.moves[0] == *threat && evidence.score < explanation.score, "{context}");
        }
        Claim::Zugzwang => assert!(evidence.score < explanation.score, "{context}"),
        Claim::Opposition => {
            let after = explanation.position.after(explanation.mv);
            let [a, b] = Color::ALL.map(|color| after.king(color));
            let files = (a.file().index() as i32 - b.file().index() as i32).abs();
            let ranks = (a.rank().index() as i32 - b.rank().index() as i32).abs();
            assert!((files, ranks) == (0, 2) || (files, ranks) == (2, 0), "{context}");
        }
        Claim::LosesCastling => {
            let rights = |position: &Position| (position.castling() & position.color(us)).count();
            let after = explanation.position.after(explanation.mv);
            assert!(rights(&explanation.position) > 0 && rights(&after) == 0, "{context}");
        }
        Claim::MakesPassedPawn => {
            let after = explanation.position.after(explanation.mv);
            assert!(is_passed(&after, explanation.mv.to(), us), "{context}");
        }
        // Of the explained move, or of another one that is told instead.
        Claim::Purpose(purpose) => {
            assert!(fulfils(purpose, start, evidence.moves[0]), "{purpose:?}\n{context}");
        }
        Claim::Quiet => assert!(score.abs() <= 400, "{context}"),
        Claim::Theme { better, worse, group, centipawns, .. } => {
            let [better, worse] = [better, worse].map(|mv| {
                let explained = eval::explain(&explanation.position.after(*mv));
                let found = explained.groups.iter().find(|other| other.name == *group).expect("the group");
                found.worth[us] - found.worth[!us]
            });
            let halves = (better.middlegame() - worse.middlegame(), better.endgame() - worse.endgame());
            assert!(*centipawns > 0 && (halves.0 > 0 || halves.1 > 0), "{context}");
        }
    }
}

fn points(role: Role) -> i32 {
    [1, 3, 3, 5, 9, 0][role as usize]
}

fn material(position: &Position, us: Color) -> i32 {
    let pieces = position.occupied().into_iter().filter_map(|square| position.piece_at(square));
    pieces.map(|piece| if piece.color() == us { points(piece.role()) } else { -points(piece.role()) }).sum()
}

/// The file and the rank of a square, seen from a side.
fn coordinates(square: Square, by: Color) -> (i32, i32) {
    (square.file().index() as i32, square.rank().relative_to(by).index() as i32)
}

/// The squares of the pawns of a side on files that are at most so far away, and ahead for the other side.
fn pawns_ahead(position: &Position, square: Square, color: Color, apart: &[i32]) -> usize {
    let (file, rank) = coordinates(square, color);
    let is_ahead = |pawn: Square| {
        let (pawn_file, pawn_rank) = coordinates(pawn, color);
        apart.contains(&(pawn_file - file).abs()) && pawn_rank > rank
    };
    position.pieces(!color, Role::Pawn).into_iter().filter(|&pawn| is_ahead(pawn)).count()
}

fn is_passed(position: &Position, square: Square, color: Color) -> bool {
    pawns_ahead(position, square, color, &[0, 1]) == 0
}

/// A purpose by slow rules: it is so after the move, and was not before.
fn fulfils(purpose: &Purpose, before: &Position, mv: Move) -> bool {
    let (after, us) = (&before.after(mv), before.side_to_move());
    let step = if mv.to() > mv.from() { -1 } else { 1 };
    let rook = after.king(us).offset(step, 0).filter(|_| mv.is_castle());
    let (from, to) = rook.map_or((mv.from(), mv.to()), |rook| (mv.to(), rook));
    let is = |position: &Position, color: Color, role: Role, square: Square| {
        position.pieces(color, role).contains(square)
    };
    let moves_a = |role: Role| is(after, us, role, to);
    let hits = |position: &Position, from: Square, to: Square| {
        position.attackers_to(to, position.occupied()).contains(from)
    };
    let newly = |square: Square| hits(after, to, square) && !hits(before, from, square);
    let reached = |position: &Position, from: Square| {
        let own = position.color(us);
        Square::ALL.into_iter().filter(|&to| !own.contains(to) && hits(position, from, to)).count()
    };
    let pawns_on = |color: Color| after.pieces(color, Role::Pawn) & to.file().bitboard();
    let hits_pawn = |position: &Position, from: Square| {
        position.pieces(!us, Role::Pawn).into_iter().any(|pawn| hits(position, from, pawn))
    };
    let with_pass = |position: &Position| {
        let mut next = position.clone();
        next.play_null();
        next
    };
    let can_move = |position: &Position, role: Role, to: Square| {
        let replies = position.legal_moves();
        replies
            .iter()
            .any(|reply| reply.to() == to && is(position, position.side_to_move(), role, reply.from()))
    };
    let ((from_file, from_rank), (file, rank)) = (coordinates(from, us), coordinates(to, us));
    let passed_of = |pawn: Square| after.piece_at(pawn).filter(|piece| is_passed(after, pawn, piece.color()));
    match purpose {
        Purpose::GivesCheck => after.in_check(),
        Purpose::EndsCheck(role) => before.in_check() && moves_a(*role),
        Purpose::Castles(rook) => mv.is_castle() && *rook == to && moves_a(Role::Rook),
        Purpose::Retreats { piece, attacker } => {
            moves_a(*piece) && is(before, !us, attacker.0, attacker.1) && hits(before, attacker.1, from)
        }
        Purpose::Attacks((role, square)) | Purpose::Pressures((role, square)) => {
            is(after, !us, *role, *square) && newly(*square)
        }
        Purpose::Unpins((role, pinned)) => {
            let is_pinned = |position: &Position, slider: Square| {
                let own = position.color(us).into_iter();
                own.filter(|&square| matches!(position.piece_at(square), Some(piece) if [Role::King, Role::Queen, Role::Rook].contains(&piece.role())))
                    .any(|behind| {
                        attacks::between(slider, behind) & position.occupied() == Bitboard::from(*pinned)
                            && position.attackers_to(behind, position.occupied() ^ *pinned).contains(slider)
                    })
            };
            let sliders = before.color(!us) & after.color(!us);
            let was_pinned = sliders.into_iter().any(|slider| is_pinned(before, slider));
            is(before, us, *role, *pinned) && is(after, us, *role, *pinned) && was_pinned
        }
        Purpose::Protects((role, square)) => is(after, us, *role, *square) && newly(*square),
        Purpose::AdvancesPassedPawn => {
            moves_a(Role::Pawn) && is_passed(before, from, us) && is_passed(after, to, us)
        }
        Purpose::BlocksPassedPawn(pawn) => {
            let (pawn_file, pawn_rank) = coordinates(*pawn, us);
            passed_of(*pawn).is_some_and(|pawn| pawn.color() != us)
                && (file, rank + 1) == (pawn_file, pawn_rank)
        }
        Purpose::BehindPassedPawn(pawn) => passed_of(*pawn).is_some_and(|passed| {
            let is_behind = coordinates(to, passed.color()).1 < coordinates(*pawn, passed.color()).1;
            moves_a(Role::Rook) && to.file() == pawn.file() && is_behind && hits(after, to, *pawn)
        }),
        Purpose::KingToPassedPawn(pawn) => {
            let (pawn_file, pawn_rank) = coordinates(*pawn, us);
            let apart = |file: i32, rank: i32| (file - pawn_file).abs().max((rank - pawn_rank).abs());
            passed_of(*pawn).is_some()
                && moves_a(Role::King)
                && apart(file, rank) < apart(from_file, from_rank)
        }
        Purpose::KingToCentre => {
            let apart = |file: i32, rank: i32| (2 * file - 7).abs() + (2 * rank - 7).abs();
            moves_a(Role::King) && apart(file, rank) < apart(from_file, from_rank)
        }
        Purpose::ClosesCentre => {
            let ahead = to.offset(0, if us == Color::White { 1 } else { -1 });
            let is_blocked = ahead.is_some_and(|ahead| is(after, !us, Role::Pawn, ahead));
            moves_a(Role::Pawn) && is_blocked && hits_pawn(before, from) && !hits_pawn(after, to)
        }
        Purpose::Challenges(pawn) => moves_a(Role::Pawn) && is(after, !us, Role::Pawn, *pawn) && newly(*pawn),
        Purpose::Outpost(role) => {
            let is_held = after.pieces(us, Role::Pawn).into_iter().any(|pawn| hits(after, pawn, to));
            moves_a(*role) && is_held && pawns_ahead(after, to, us, &[1]) == 0
        }
        Purpose::DoublesRooks(_) | Purpose::OpenFile(_) | Purpose::HalfOpenFile(_) | Purpose::FileMayOpen => {
            let (own, theirs) = (pawns_on(us), pawns_on(!us));
            let mut others = (after.pieces(us, Role::Rook) & to.file().bitboard()).into_iter();
            let fits = match purpose {
                Purpose::DoublesRooks(on) => *on == to.file() && others.any(|other| hits(after, to, other)),
                Purpose::OpenFile(on) => *on == to.file() && own.is_empty() && theirs.is_empty(),
                Purpose::HalfOpenFile(on) => *on == to.file() && own.is_empty() && theirs.any(),
                _ => own.into_iter().any(|pawn| hits_pawn(after, pawn)),
            };
            moves_a(Role::Rook) && file != from_file && fits
        }
        Purpose::SupportsAdvance(pawn) => {
            let ahead = pawn.offset(0, if us == Color::White { 1 } else { -1 });
            let is_free = ahead.is_some_and(|ahead| after.piece_at(ahead).is_none());
            is(after, us, Role::Pawn, *pawn) && pawn.file() == to.file() && hits(after, to, *pawn) && is_free
        }
        Purpose::SeventhRank => moves_a(Role::Rook) && rank == 6 && from_rank != 6,
        Purpose::Develops(role) => {
            moves_a(*role) && matches!(role, Role::Knight | Role::Bishop) && from_rank == 0 && rank > 0
        }
        Purpose::ClearsCastling => {
            let is_clear = |position: &Position, rook: Square| {
                (attacks::between(position.king(us), rook) & position.occupied()).is_empty()
            };
            let mut rooks = (after.castling() & after.pieces(us, Role::Rook)).into_iter();
            rooks.any(|rook| is_clear(after, rook) && !is_clear(before, rook))
        }
        Purpose::GainsSpace(on) => moves_a(Role::Pawn) && *on == to.file() && rank >= 3,
        Purpose::StormsKing => {
            moves_a(Role::Pawn) && rank >= 3 && (coordinates(after.king(!us), us).0 - file).abs() <= 1
        }
        Purpose::MakesRoom(square) => {
            let mut bishops = after.pieces(us, Role::Bishop).into_iter();
            before.piece_at(*square).is_some()
                && after.piece_at(*square).is_none()
                && bishops.any(|bishop| hits(after, bishop, *square))
        }
        Purpose::OpensLines(pieces) => pieces.iter().all(|&(role, square)| {
            is(after, us, role, square) && reached(after, square) > reached(before, square)
        }),
        Purpose::OffersExchange { role, .. } => {
            let mut twins = after.pieces(!us, *role).into_iter();
            moves_a(*role) && twins.any(|twin| newly(twin) && hits(after, twin, to))
        }
        Purpose::KeepsFrom { piece, square } => {
            newly(*square) && can_move(&with_pass(before), *piece, *square)
        }
        Purpose::PreparesAdvance(square) => {
            newly(*square) && can_move(&with_pass(after), Role::Pawn, *square)
        }
        Purpose::FightsFor(squares) => squares.iter().all(|&square| {
            let (file, rank) = coordinates(square, us);
            newly(square)
                && after.piece_at(square).is_none()
                && [3, 4].contains(&file)
                && [3, 4].contains(&rank)
        }),
        Purpose::ConnectsRooks => {
            let are_connected = |position: &Position| {
                let rooks: Vec<Square> = position.pieces(us, Role::Rook).into_iter().collect();
                rooks.iter().any(|&a| rooks.iter().any(|&b| hits(position, a, b)))
            };
            are_connected(after) && !are_connected(before)
        }
        Purpose::FlightSquare(square) => {
            let is_free =
                !after.color(us).contains(*square) && !after.is_attacked(*square, !us, after.occupied());
            hits(after, after.king(us), *square) && is_free
        }
        Purpose::MoreSquares(role) => moves_a(*role) && reached(after, to) > reached(before, from),
    }
}

/// A motif by slow rules: the pieces are where it says, and attack what it says.
fn holds(motif: &Motif, before: &Position, mv: Move, after: &Position, by: Color) -> bool {
    let is_at = |position: &Position, color: Color, (role, square): Placed| {
        position.piece_at(square).is_some_and(|piece| piece.role() == role && piece.color() == color)
    };
    let attacks_square = |position: &Position, from: Square, to: Square| {
        position.attackers_to(to, position.occupied()).contains(from)
    };
    let ray = |a: Square, b: Square, c: Square| attacks::between(a, c).contains(b);
    match motif {
        Motif::Fork { by: piece, targets } => {
            let is_hit =
                |&target: &Placed| is_at(after, !by, target) && attacks_square(after, piece.1, target.1);
            is_at(after, by, *piece) && targets.len() > 1 && targets.iter().all(is_hit)
        }
        Motif::Pin { by: piece, pinned: front, behind } | Motif::Skewer { by: piece, front, behind } => {
            let between = attacks::between(piece.1, behind.1) & after.occupied();
            is_at(after, by, *piece)
                && is_at(after, !by, *front)
                && is_at(after, !by, *behind)
                && ray(piece.1, front.1, behind.1)
                && between == Bitboard::from(front.1)
                && attacks_square(after, piece.1, front.1)
        }
        Motif::AttackOnPinned { by: piece, pinned } => {
            is_at(after, by, *piece)
                && is_at(after, !by, *pinned)
                && attacks_square(after, piece.1, pinned.1)
                && is_pinned(after, pinned.1)
        }
        Motif::DiscoveredAttack { by: piece, target } => {
            is_at(after, by, *piece)
                && is_at(after, !by, *target)
                && attacks_square(after, piece.1, target.1)
                && ray(piece.1, mv.from(), target.1)
                && !attacks_square(before, piece.1, target.1)
        }
        Motif::DoubleCheck => after.checkers().count() == 2,
        Motif::BackRankMate => {
            let king = after.king(!by);
            after.is_checkmate() && king.rank() == (!by).back_rank()
        }
        Motif::SmotheredMate => {
            let escapes = attacks::king(after.king(!by)) - after.color(!by);
            after.is_checkmate() && escapes.is_empty()
        }
        Motif::TrappedPiece { piece } => {
            let is_attacked = after.is_attacked(piece.1, by, after.occupied());
            is_at(after, !by, *piece) && is_attacked
        }
        Motif::RemovedDefender { defender, target } => {
            mv.to() == defender.1
                && is_at(before, !by, *defender)
                && is_at(before, !by, *target)
                && attacks_square(before, defender.1, target.1)
        }
        Motif::Deflection { defender, target, .. } => {
            is_at(after, !by, *defender)
                && attacks_square(after, defender.1, mv.to())
                && (attacks_square(after, defender.1, *target) || after.piece_at(*target).is_none())
        }
        Motif::OpenedLine { by: piece, blocker } => is_at(after, by, *piece) && is_at(after, !by, *blocker),
        Motif::Decoy { piece, to } => {
            mv.to() == *to && is_at(after, !by, *piece) && attacks_square(after, piece.1, *to)
        }
        Motif::PinnedDefender { defender, target } => {
            is_at(after, !by, *defender)
                && attacks_square(after, defender.1, *target)
                && is_pinned(after, defender.1)
        }
        Motif::Undefended { piece } => {
            mv.to() == piece.1
                && is_at(before, !by, *piece)
                && !after.is_attacked(piece.1, !by, after.occupied())
        }
        Motif::Promotion { to } => mv.promoted_to() == Some(*to) && is_at(after, by, (*to, mv.to())),
    }
}

/// True if the king of the side to move is attacked when the piece is lifted.
fn is_pinned(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    position.is_attacked(position.king(us), !us, position.occupied() ^ square)
}

/// Asks a search with ten times the nodes for each claim that a search has made.
fn confirm(explanation: &Explanation, found: &mut dyn FnMut(&'static str, i32, bool)) {
    let us = explanation.position.side_to_move();
    let mut engine = Engine::new(Mebibytes(64)).expect("there is memory");
    // The centipawns for our side of a move after a path, or of all moves.
    let mut deeper = |path: &[Option<Move>], among: &[Move], nodes: u64| -> Score {
        let mut position = explanation.position.clone();
        for step in path {
            match step {
                Some(mv) => position.play(*mv),
                None => position.play_null(),
            }
        }
        let limits = Limits {
            nodes: Some(10 * nodes),
            search_moves: among.to_vec(),
            multi_pv: NonZeroUsize::MIN,
            ..Limits::default()
        };
        let side = position.side_to_move();
        let line = engine.search(&Game::new(position), &limits, &Control::new(), &mut ());
        if side == us { line.score } else { -line.score }
    };
    let Some(own) = explanation.reasons.first().and_then(|reason| reason.evidence.as_ref()) else { return };
    let own_score = deeper(&[], &[explanation.mv], own.nodes / 2);
    let own_centipawns = centipawns(own_score);
    for reason in &explanation.reasons {
        let evidence = reason.evidence.as_ref();
        let score = match (&reason.claim, evidence) {
            (Claim::Compared { other, .. }, Some(evidence)) => {
                Some(deeper(&[], &[*other], evidence.nodes / 2))
            }
            (_, Some(evidence)) => Some(deeper(&evidence.path, &evidence.moves[..1], evidence.nodes)),
            _ => None,
        };
        let other = score.map_or(0, centipawns);
        let kind = reason.claim.kind();
        match &reason.claim {
            Claim::Compared { outcome, .. } => {
                let decided =
                    own_centipawns.abs().min(other.abs()) > 250 && own_centipawns.signum() == other.signum();
                let difference = own_centipawns - other;
                found(
                    kind,
                    other,
                    match outcome {
                        Outcome::AsGood => difference.abs() <= 100 || decided,
                        Outcome::Best => Some(own_score) >= score,
                        Outcome::Worse => Some(own_score) <= score,
                        Outcome::OnlyMoveThatWins => own_centipawns >= 150 && difference >= 100,
                        Outcome::MissesWin => other >= 150 && difference <= -100,
                        Outcome::OnlyMoveThatHolds | Outcome::OnlyMoveThatAvoidsMate(_) => {
                            other <= -150 && difference >= 100
                        }
                        Outcome::Loses => own_centipawns <= -150 && difference <= -100,
                    },
                );
                happens(&reason.reasons, own_score, own.score, found);
            }
            Claim::Threat(_) => found(kind, other, other >= own_centipawns + 50),
            Claim::Refutes(_) => found(kind, other, other >= own_centipawns + 75),
            Claim::Allows { reply, .. } => {
                let after = explanation.position.after(explanation.mv);
                let others: Vec<Move> =
                    after.legal_moves().iter().copied().filter(|mv| mv != reply).collect();
                let path = [Some(explanation.mv)];
                let otherwise = deeper(&path, &others, evidence.map_or(0, |evidence| evidence.nodes));
                found(kind, centipawns(otherwise), centipawns(otherwise) > other);
            }
            Claim::AllowsThreat { .. } => found(kind, other, other <= own_centipawns - 50),
            Claim::Prevents { .. } | Claim::Zugzwang => found(kind, other, other <= own_centipawns - 75),
            Claim::Overlooks(_) | Claim::Instead(_) => {
                happens(
                    &reason.reasons,
                    score.unwrap_or_default(),
                    evidence.map_or(Score::DRAW, |line| line.score),
                    found,
                );
            }
            _ => {}
        }
    }
}

/// Asks whether what happens in a line agrees with the score of a deeper search.
fn happens(facts: &[Reason], deeper: Score, claimed: Score, found: &mut dyn FnMut(&'static str, i32, bool)) {
    let shift = centipawns(deeper) - centipawns(claimed);
    for fact in facts {
        let kind = fact.claim.kind();
        match &fact.claim {
            Claim::Mates(moves) => found(
                kind,
                centipawns(deeper),
                deeper.mate_plies().is_some_and(|plies| plies > 0 && (plies + 1) / 2 <= *moves),
            ),
            Claim::IsMated(_) => {
                found(kind, centipawns(deeper), deeper.is_loss() || centipawns(deeper) <= -1000)
            }
            Claim::Draw(_) => found(kind, centipawns(deeper), centipawns(deeper).abs() <= 50),
            // The score moves by less than half of what is won or lost, or the game is decided as before.
            Claim::Material(exchange) => {
                let (gain, decided) =
                    (exchange.gain(), centipawns(deeper) * centipawns(claimed).signum() >= 500);
                let agrees = match gain {
                    _ if gain >= 80 => shift >= -gain.max(100) / 2,
                    _ if gain <= -80 => shift <= gain.min(-100) / -2,
                    _ => shift.abs() <= 100,
                };
                found(kind, centipawns(deeper), agrees || decided);
            }
            _ => {}
        }
    }
}
