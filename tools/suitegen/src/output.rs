//! Counted suites as text. The caller writes them, all at once, only when every suite has been counted without a doubt.

use crate::counting::Counted;
use crate::dice::Seed;
use crate::epd::position_line;
use crate::suite::Suite;

/// The widest a comment line may be.
const WIDTH: usize = 118;

/// The text of a suite whose candidates were counted, in order.
pub fn render(suite: &Suite, counted: &[Counted], seed: Seed) -> String {
    let mut lines = header(suite, counted.iter().any(|position| position.remark.is_some()), seed);
    let mut counted = counted.iter();
    for group in &suite.groups {
        lines.push(String::new());
        lines.push(format!("# {}", group.title));
        for position in counted.by_ref().take(group.members.len()) {
            lines.extend(position.remark.iter().map(|remark| format!("# {remark}")));
            lines.push(position_line(&position.fen, &position.counts));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// What every file says about itself.
fn header(suite: &Suite, remarks: bool, seed: Seed) -> Vec<String> {
    let counts = "Every count was made by two independent rules libraries, shakmaty 0.30 and cozy-chess 0.3, \
                  which agree at every depth.";
    let exceptions = "Where a comment above a position says otherwise, it says what stood in.";
    let counts = if remarks { format!("{counts} {exceptions}") } else { counts.to_owned() };
    let maker = format!(
        "Written by tools/suitegen from seed {}; `cargo run --release -p suitegen` does it again.",
        seed.0
    );
    [suite.source, &counts, &maker].into_iter().flat_map(|text| wrap("# Source: ", text)).collect()
}

/// Breaks a text into lines that all begin with `prefix`.
fn wrap(prefix: &str, text: &str) -> Vec<String> {
    let mut lines = vec![prefix.to_owned()];
    for word in text.split_whitespace() {
        let room = lines.last().is_some_and(|line| line.len() + word.len() < WIDTH);
        if !room {
            lines.push(prefix.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
            line.push(' ');
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Group, Nodes};

    const FEN: &str = "8/8/8/8/8/k7/8/K7 w - - 0 1";

    #[test]
    fn a_file_has_sources_groups_remarks_and_positions() {
        let suite =
            Suite { file: "x.epd", source: "Thin air.", groups: vec![Group::of("kings", [FEN.to_owned()])] };
        let counted =
            Counted { fen: FEN.to_owned(), counts: vec![Nodes(1)], remark: Some("Odd.".to_owned()) };
        let text = render(&suite, &[counted], Seed(5));
        assert!(text.starts_with("# Source: Thin air.\n# Source: Every count"), "{text}");
        assert!(text.ends_with(&format!("\n\n# kings\n# Odd.\n{FEN} ;D1 1\n")), "{text}");
    }

    #[test]
    fn long_texts_are_wrapped_and_keep_their_words() {
        let text = "word ".repeat(100);
        let lines = wrap("# ", &text);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= WIDTH && line.starts_with("# ")));
        assert_eq!(lines.join(" ").matches("word").count(), 100);
    }
}
