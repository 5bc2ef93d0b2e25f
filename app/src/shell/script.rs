//! The page script, which every page loads.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use leptos::prelude::*;

/// The content of the page script. The guard comes first, because the other parts submit forms with
/// it.
pub const CONTENT: &str = concat!(
    "(() => {\n",
    include_str!("scripts/guard.js"),
    include_str!("scripts/frame.js"),
    include_str!("scripts/palette.js"),
    include_str!("scripts/lists.js"),
    include_str!("scripts/forms.js"),
    include_str!("scripts/sign_in.js"),
    "})();\n",
);

/// The path of the script. It changes with the content, so that browsers may cache the file
/// forever.
pub fn path() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        CONTENT.hash(&mut hasher);
        format!("/mizan.{:016x}.js", hasher.finish())
    })
}

pub(super) fn element() -> AnyView {
    view! { <script src=path() defer=true></script> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_stays_while_the_content_does() {
        let (first, again) = (path(), path());
        assert_eq!(first, again);
        assert!(first.starts_with("/mizan."), "{first}");
    }
}
