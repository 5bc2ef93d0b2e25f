//! The script that brings the reader back to where they were on a page.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Scrolls a page to where it was when the reader goes back to it. The browser does so before the
/// program has loaded what is shown there, when the page is still too short.
///
/// The place is kept for each address while the tab is there. It is sought until the page has been
/// long enough for a while, or until the reader scrolls, types or presses something.
const MEMORY: &str = "(() => {
    const LONGEST = 5000;
    const SETTLED = 1500;
    const places = new Map();
    let sought = false;
    const now = () => performance.now();
    const seek = (place) => {
        const end = now() + LONGEST;
        let settled = end;
        const step = () => {
            if (!sought) return;
            const room = document.documentElement.scrollHeight - innerHeight;
            if (room >= place - 1 && Math.abs(scrollY - place) > 1) {
                scrollTo({ top: place, behavior: 'instant' });
                settled = now() + SETTLED;
            }
            if (now() < Math.min(end, settled)) requestAnimationFrame(step);
            else sought = false;
        };
        sought = true;
        step();
    };
    const stop = () => {
        sought = false;
    };
    const keep = () => {
        if (!sought) places.set(location.href, scrollY);
    };
    addEventListener('scroll', keep, { passive: true });
    addEventListener('popstate', () => seek(places.get(location.href) ?? 0));
    ['wheel', 'touchstart', 'pointerdown', 'keydown'].forEach((kind) =>
        addEventListener(kind, stop, { passive: true, capture: true }),
    );
})()";

/// The script. It runs before anything else of the page does.
#[component]
pub(super) fn ScrollMemory() -> impl IntoView {
    view! { <script nonce=use_nonce()>{MEMORY}</script> }
}
