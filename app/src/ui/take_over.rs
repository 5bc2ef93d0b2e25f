//! How the program takes over the page that the server made.
//!
//! What never changes is left as it is ([`still`]). Other parts are taken over one after the other
//! ([`later`]), so that the browser can answer the reader in between. Until all are, nothing of the
//! page may change, because the program has to find it as the server made it: the page holds the
//! reader's events back, and whatever else would change it waits ([`afterwards`]).
//!
//! What is loaded, and each `Suspense` or `Transition`, is numbered in the order in which the page
//! is made, and the browser finds its data by these numbers. So no part may take numbers but those
//! of the frame, which come in their order, and the page in it ([`page`]), which is the last. On
//! the server, and in the browser after the first page, all parts are made at once.

#[cfg(not(feature = "ssr"))]
mod after_pause;
#[cfg_attr(feature = "ssr", expect(dead_code, reason = "the server makes parts at once"))]
mod part;

use leptos::prelude::*;

/// A part that never changes: the program neither makes nor visits it. Links work; signals and
/// listeners do not.
///
/// * `make`: makes exactly one element.
#[cfg(feature = "ssr")]
pub fn still(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    make()
}

/// A part that never changes: the program neither makes nor visits it. Links work; signals and
/// listeners do not.
///
/// * `make`: makes exactly one element.
#[cfg(not(feature = "ssr"))]
pub fn still(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    part::Awaited::new(part::Kind::Still, Box::new(make)).into_any()
}

/// A part that only the server makes: the program holds no code for it.
///
/// * `make`: makes exactly one element.
#[cfg(feature = "ssr")]
pub fn from_server(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    make()
}

/// A part that only the server makes: the program holds no code for it.
///
/// * `make`: makes exactly one element.
#[cfg(not(feature = "ssr"))]
pub fn from_server(_make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    still(|| ().into_any())
}

/// A part that is taken over after the rest of the page.
///
/// * `make`: makes exactly one element.
#[cfg(feature = "ssr")]
pub fn later(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    make()
}

/// A part that is taken over after the rest of the page.
///
/// * `make`: makes exactly one element.
#[cfg(not(feature = "ssr"))]
pub fn later(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    part::Awaited::new(part::Kind::Later, Box::new(make)).into_any()
}

/// A page, which is made after the parts before it, in a task of its own, and taken over in the
/// next one. It may load data of its own, because it is the last to take numbers.
///
/// * `make`: makes the page.
#[cfg(feature = "ssr")]
pub fn page(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    in_one_element(make())
}

/// A page, which is made after the parts before it, in a task of its own, and taken over in the
/// next one. It may load data of its own, because it is the last to take numbers.
///
/// * `make`: makes the page.
#[cfg(not(feature = "ssr"))]
pub fn page(make: impl FnOnce() -> AnyView + Send + 'static) -> AnyView {
    // The router waits for what a page loads only when it sees the page made.
    if part::is_done() {
        return in_one_element(make());
    }
    let owner = Owner::current().unwrap_or_default();
    let make = move || owner.with(|| in_one_element(make()));
    part::Awaited::new(part::Kind::Page, Box::new(make)).into_any()
}

/// A page that the browser shows as it is.
#[cfg(feature = "ssr")]
pub fn document(page: AnyView) -> AnyView {
    view! { <div class="outlet">{page}</div> }.into_any()
}

/// A page that the browser shows as it is but for its islands, which the program takes over.
#[cfg(feature = "ssr")]
pub fn document_with_islands(area: crate::shell::program::Area, page: AnyView) -> AnyView {
    let program = crate::shell::program::program(area);
    view! { <div class="outlet">{page} {program}</div> }.into_any()
}

fn in_one_element(page: AnyView) -> AnyView {
    view! { <div class="outlet">{page} {from_server(program)}</div> }.into_any()
}

/// The script that loads the program of the page.
fn program() -> AnyView {
    #[cfg(feature = "ssr")]
    return crate::shell::program::program(crate::shell::program::Area::Credit);
    #[cfg(not(feature = "ssr"))]
    ().into_any()
}

/// A view that is made in a task of its own and taken over in the next one. For what stands around
/// everything else: it has to be taken over by [`RenderHtml::hydrate_async`].
///
/// * `make`: makes what is taken over.
#[cfg(feature = "ssr")]
pub fn after_pause<V: RenderHtml + 'static>(
    make: impl FnOnce() -> V + Send + 'static,
) -> impl IntoView {
    make()
}

/// A view that is made in a task of its own and taken over in the next one. For what stands around
/// everything else: it has to be taken over by [`RenderHtml::hydrate_async`].
///
/// * `make`: makes what is taken over.
#[cfg(not(feature = "ssr"))]
pub fn after_pause<V: RenderHtml + 'static>(
    make: impl FnOnce() -> V + Send + 'static,
) -> impl IntoView {
    after_pause::AfterPause { make, is_whole: false }
}

/// A view that is made in a task of its own and taken over in the next one, and with it the parts
/// that wait. For what stands around everything else, like [`after_pause`].
///
/// * `make`: makes what is taken over.
#[cfg(feature = "ssr")]
pub fn whole<V: RenderHtml + 'static>(make: impl FnOnce() -> V + Send + 'static) -> impl IntoView {
    make()
}

/// A view that is made in a task of its own and taken over in the next one, and with it the parts
/// that wait. For what stands around everything else, like [`after_pause`].
///
/// * `make`: makes what is taken over.
#[cfg(not(feature = "ssr"))]
pub fn whole<V: RenderHtml + 'static>(make: impl FnOnce() -> V + Send + 'static) -> impl IntoView {
    after_pause::AfterPause { make, is_whole: true }
}

/// Lets the browser do what waits.
pub async fn pause() {
    part::pause().await;
}

/// Waits for so many milliseconds.
pub async fn pause_for(milliseconds: i32) {
    part::pause_for(milliseconds).await;
}

/// True once the whole page has been taken over.
pub fn is_done() -> bool {
    part::is_done()
}

/// Does this once the whole page has been taken over; at once when it has been.
pub fn afterwards(act: impl FnOnce() + 'static) {
    part::afterwards(Box::new(act));
}

/// Does what was to be done afterwards, now that the whole page has been taken over.
pub fn act_afterwards() {
    part::act_afterwards();
}
