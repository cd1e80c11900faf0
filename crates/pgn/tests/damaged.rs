//! Random games with random white space, comments, marks and variations, whole and damaged.

use movegen::Position;
use pgn::{PgnError, PgnGame, PgnReader};
use proptest::prelude::*;
use types::Move;

const NEXT: &str = "\n\n[Event \"next\"]\n[White \"B\"]\n\n1. Nf3 {+0.20/9 0.1s} Nf6 1/2-1/2\n";

/// Text that may follow a move without changing it.
const EXTRAS: [&str; 10] = [
    " ",
    "\n",
    "$1",
    "!?",
    "{+0.10/9 0.1s}",
    "; a remark }\n",
    " ( 1. Zz9 {(} ) ",
    "\n\n(1. Zz9) ",
    "\n%[x]\n",
    "{\n\n}",
];

fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(text.as_bytes()).collect()
}

/// A game from the start position: each number chooses one of the legal moves.
fn random_moves(choices: &[usize]) -> Vec<Move> {
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves();
        let Some(&mv) = legal.get(choice % legal.len().max(1)) else { break };
        moves.push(mv);
        position.play(mv);
    }
    moves
}

/// Numbers and moves, each with an extra behind it.
fn tokens(moves: &[Move], extras: &[usize]) -> Vec<String> {
    let extras = extras.iter().cycle().map(|extra| EXTRAS[extra % EXTRAS.len()]);
    let words: Vec<String> = pgn::numbered_moves(&Position::startpos(), moves).collect();
    let words = words.iter().flat_map(|word| word.split_inclusive(' '));
    words
        .zip(extras)
        .map(|(word, extra)| if word.ends_with(' ') { word.to_owned() } else { format!("{word} {extra} ") })
        .collect()
}

/// The moves that the words of the main line stand for, read one by one up to the first that stands for none, and whether
/// there is no such word.
fn moves_of_words(tokens: &[String]) -> (Vec<Move>, bool) {
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    let words = tokens.iter().filter_map(|token| token.split_whitespace().next());
    for word in words.filter(|word| !word.ends_with('.')) {
        let Ok(mv) = position.parse_san(word) else { return (moves, false) };
        position.play(mv);
        moves.push(mv);
    }
    (moves, true)
}

fn moves_of(game: &PgnGame) -> Vec<Move> {
    game.moves.iter().map(|played| played.mv).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_pgn_allows_between_moves_changes_none(
        choices in prop::collection::vec(any::<usize>(), 1..60),
        extras in prop::collection::vec(any::<usize>(), 1..20),
    ) {
        let moves = random_moves(&choices);
        let text = tokens(&moves, &extras).concat();
        let games = read(&format!("{text}*{NEXT}"));
        prop_assert_eq!(games.len(), 2);
        prop_assert_eq!(moves_of(games[0].as_ref().unwrap()), moves);
    }

    /// A damaged game is read with the moves that are left, or with those before the first that is not legal.
    #[test]
    fn dropped_and_doubled_tokens_never_become_other_moves(
        choices in prop::collection::vec(any::<usize>(), 2..60),
        extras in prop::collection::vec(any::<usize>(), 1..20),
        place in any::<prop::sample::Index>(),
        is_doubled in any::<bool>(),
    ) {
        let mut tokens = tokens(&random_moves(&choices), &extras);
        let place = place.index(tokens.len());
        if is_doubled { tokens.insert(place, tokens[place].clone()) } else { drop(tokens.remove(place)) }
        let mut games = read(&format!("[Event \"damaged\"]\n\n{}*{NEXT}", tokens.concat())).into_iter();
        let found = match games.next().unwrap() {
            Ok(game) => (moves_of(&game), true),
            Err(PgnError::Game { game, .. }) => (game.map_or(Vec::new(), |game| moves_of(&game)), false),
            Err(error) => panic!("{error}"),
        };
        prop_assert_eq!(found, moves_of_words(&tokens));
        let next = games.next().unwrap().unwrap();
        prop_assert_eq!(next.tag("Event"), Some("next"));
    }

    /// Nothing, whether text or bytes, changes the game behind an empty line and its tags.
    #[test]
    fn no_text_spoils_the_game_behind_it(
        text in prop_oneof![
            any::<Vec<u8>>(),
            r#"([\[\]{}();%$*."!?\\ \n]|1-0|e4|1\.|Event|FEN "")*"#.prop_map(String::into_bytes),
        ],
    ) {
        let bytes = [&text, NEXT.as_bytes()].concat();
        let last = PgnReader::new(&bytes[..]).last().unwrap().unwrap();
        prop_assert_eq!(Ok(last), read(NEXT).remove(0).map_err(|_| ()));
    }
}
