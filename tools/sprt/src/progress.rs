//! Progress bars.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts up to `length`, with a message once the first of these things is done.
pub(crate) fn bar(length: u64, things: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{human_pos}}/{{human_len}} {things}, {{msg}}, {{elapsed}}");
    // If the template is refused, the default bar is used.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.set_message("waiting for the first");
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
