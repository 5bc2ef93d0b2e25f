//! The speculation rules, by which browsers prerender pages.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Prerenders a page when the pointer rests on a link to it, except for downloads, the API and
/// anchors on the same page. The page script reloads a prerendered page that has become stale
/// (`scripts/frame.js`), and after a change the server clears all of them.
const RULES: &str = r#"{"prerender":[{"where":{"and":[
{"href_matches":"/*"},
{"not":{"href_matches":"/api/*"}},
{"not":{"selector_matches":"[download],[target],[href^='#']"}}
]},"eagerness":"moderate"}]}"#;

pub(super) fn rules() -> AnyView {
    view! { <script type="speculationrules" nonce=use_nonce()>{RULES}</script> }.into_any()
}
