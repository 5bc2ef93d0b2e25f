//! The rules for prerendering by browsers.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// A page is made ready in the background once the pointer rests on a link to it, but not what is
/// downloaded, what belongs to the API, or a place on the same page. The script of the page asks
/// again for a page that has waited for long (`scripts/frame.js`), and after a change the server
/// has the browser forget all of them.
const RULES: &str = r#"{"prerender":[{"where":{"and":[
{"href_matches":"/*"},
{"not":{"href_matches":"/api/*"}},
{"not":{"selector_matches":"[download],[target],[href^='#']"}}
]},"eagerness":"moderate"}]}"#;

/// The rules.
pub(super) fn rules() -> AnyView {
    view! { <script type="speculationrules" nonce=use_nonce()>{RULES}</script> }.into_any()
}
