//! The output of one search, parsed and checked against the rules of chess.

use std::collections::BTreeMap;

use movegen::Position;
use types::Move;

/// The output of a search.
#[derive(Debug)]
pub(crate) struct Report {
    /// Lines with a score.
    pub(crate) infos: Vec<Info>,
    /// The move of `bestmove`; `None` for `(none)`.
    pub(crate) best: Option<String>,
    /// The move after `ponder`.
    pub(crate) ponder: Option<String>,
}

/// An `info` line with a score.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    numbers: BTreeMap<String, i64>,
    /// `cp` or `mate`, and its value.
    pub(crate) score: (String, i64),
    pub(crate) is_exact: bool,
    pub(crate) wdl: Option<[i64; 3]>,
    pub(crate) pv: Vec<String>,
}

impl Report {
    /// Reads the lines up to `bestmove`.
    pub(crate) fn new(lines: Vec<String>) -> Report {
        let last = lines.last().expect("a report has lines");
        let words: Vec<&str> = last.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", "(none)"] => (None, None),
            ["bestmove", best] => (Some(best.to_owned()), None),
            ["bestmove", best, "ponder", ponder] => (Some(best.to_owned()), Some(ponder.to_owned())),
            _ => panic!("{last}"),
        };
        let is_info = |line: &&String| line.starts_with("info ") && line.contains(" score ");
        let infos = lines.iter().filter(is_info).map(|line| Info::new(line)).collect();
        Report { infos, best, ponder }
    }

    pub(crate) fn last(&self) -> &Info {
        self.infos.last().expect("a search reports a score")
    }

    /// Checks what every search must report: a scored line, an exact last one that begins with the best move, legal moves
    /// only, and nothing but integers.
    pub(crate) fn check(&self, position: &Position) -> &Self {
        let last = self.last();
        assert!(last.is_exact, "{self:#?}");
        assert_eq!(last.pv.first(), self.best.as_ref(), "{self:#?}");
        for info in &self.infos {
            info.check(position);
        }
        if let Some(ponder) = &self.ponder {
            let best = self.best.as_ref().expect("an answer answers a move");
            let mv = position.parse_uci(best).expect("the best move is legal");
            let answer = position.after(mv).parse_uci(ponder);
            assert!(answer.is_ok(), "{answer:?} in {self:#?}");
        }
        self
    }
}

impl Info {
    fn new(line: &str) -> Info {
        let (head, pv) = line.split_once(" pv ").unwrap_or((line, ""));
        let words: Vec<&str> = head.split(' ').collect();
        let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("'{word}' in {line}"));
        let mut info = Info {
            numbers: BTreeMap::new(),
            score: (String::new(), 0),
            is_exact: true,
            wdl: None,
            pv: pv.split_whitespace().map(str::to_owned).collect(),
        };
        let mut rest = &words[..];
        while let [word, tail @ ..] = rest {
            rest = tail;
            match (*word, rest) {
                ("info", _) => {}
                ("lowerbound" | "upperbound", _) => info.is_exact = false,
                ("score", [kind @ ("cp" | "mate"), value, tail @ ..]) => {
                    info.score = ((*kind).to_owned(), number(value));
                    rest = tail;
                }
                ("wdl", [win, draw, loss, tail @ ..]) => {
                    info.wdl = Some([win, draw, loss].map(|word| number(word)));
                    rest = tail;
                }
                (name, [value, tail @ ..]) => {
                    assert_eq!(info.numbers.insert(name.to_owned(), number(value)), None, "{line}");
                    rest = tail;
                }
                _ => panic!("'{word}' ends {line}"),
            }
        }
        info
    }

    /// The number behind a word such as `depth`.
    pub(crate) fn number(&self, name: &str) -> i64 {
        *self.numbers.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }

    fn check(&self, root: &Position) {
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(self.number(name) >= 0, "{name} in {self:?}");
        }
        let mut position = root.clone();
        for text in &self.pv {
            let mv: Result<Move, _> = position.parse_uci(text);
            position.play(mv.unwrap_or_else(|error| panic!("{error} in {self:?}")));
        }
        if let (true, ("mate", moves)) = (self.is_exact, (self.score.0.as_str(), self.score.1)) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(self.pv.len() as i64, plies, "{self:?}");
            assert!(position.is_checkmate(), "no mate at the end of {self:?}");
        }
        if let Some(wdl) = self.wdl {
            assert!(wdl.iter().all(|&chance| chance >= 0) && wdl.iter().sum::<i64>() == 1000, "{self:?}");
        }
    }
}
