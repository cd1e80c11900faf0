//! A word that may follow a command, with its explanation.

/// A word that may follow a command.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// Its argument, as people write it.
    pub(crate) argument: &'static str,
    /// The explanation, for `help`.
    pub(crate) about: &'static str,
}

impl Parameter {
    /// The word and what follows it.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument).trim_end().to_owned()
    }
}
