//! Views that the server makes once.
//!
//! Before a `<Suspense>` or `<Transition>` writes what is in it, it walks through it to find what
//! still has to be loaded ([`RenderHtml::dry_resolve`]), and calls every closure on its way: as
//! often as something became ready in between. A closure that makes components makes them again
//! each time, and each time they take further numbers for what they load. The browser takes each
//! number once, in the order of the document, so that it would find the data of one place in
//! another. Everything here is awaited in a `Suspend` anyway, so nothing has to be looked for.

use leptos::prelude::*;

/// A view that a `<Suspense>` or `<Transition>` takes as it is, without walking through it.
///
/// * `view`: a closure that returns a `Suspend`.
#[cfg(not(feature = "ssr"))]
pub fn once<V: RenderHtml + 'static>(view: V) -> impl IntoView {
    view
}

/// A view that a `<Suspense>` or `<Transition>` takes as it is, without walking through it.
///
/// * `view`: a closure that returns a `Suspend`.
#[cfg(feature = "ssr")]
pub fn once<V: RenderHtml + 'static>(view: V) -> impl IntoView {
    server::Once(view)
}

#[cfg(feature = "ssr")]
mod server {
    use leptos::attr::Attribute;
    use leptos::attr::any_attribute::AnyAttribute;
    use leptos::prelude::*;
    use leptos::tachys::hydration::Cursor;
    use leptos::tachys::ssr::StreamBuilder;
    use leptos::tachys::view::add_attr::AddAnyAttr;
    use leptos::tachys::view::{Position, PositionState};

    /// Leaves everything to the view but [`RenderHtml::dry_resolve`].
    #[derive(Debug)]
    pub(super) struct Once<V>(pub(super) V);

    impl<V: Render> Render for Once<V> {
        type State = V::State;

        fn build(self) -> Self::State {
            self.0.build()
        }

        fn rebuild(self, state: &mut Self::State) {
            self.0.rebuild(state);
        }
    }

    impl<V: AddAnyAttr> AddAnyAttr for Once<V> {
        type Output<Added: Attribute> = Once<V::Output<Added>>;

        fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added>
        where
            Self::Output<Added>: RenderHtml,
        {
            Once(self.0.add_any_attr(attribute))
        }
    }

    impl<V: RenderHtml> RenderHtml for Once<V> {
        type AsyncOutput = V::AsyncOutput;
        type Owned = Once<V::Owned>;

        const MIN_LENGTH: usize = V::MIN_LENGTH;
        const EXISTS: bool = V::EXISTS;

        fn dry_resolve(&mut self) {}

        async fn resolve(self) -> Self::AsyncOutput {
            self.0.resolve().await
        }

        fn html_len(&self) -> usize {
            self.0.html_len()
        }

        fn to_html_with_buf(
            self,
            buffer: &mut String,
            position: &mut Position,
            escape: bool,
            mark_branches: bool,
            attributes: Vec<AnyAttribute>,
        ) {
            self.0.to_html_with_buf(buffer, position, escape, mark_branches, attributes);
        }

        fn to_html_async_with_buf<const OUT_OF_ORDER: bool>(
            self,
            buffer: &mut StreamBuilder,
            position: &mut Position,
            escape: bool,
            mark_branches: bool,
            attributes: Vec<AnyAttribute>,
        ) {
            self.0.to_html_async_with_buf::<OUT_OF_ORDER>(
                buffer,
                position,
                escape,
                mark_branches,
                attributes,
            );
        }

        fn hydrate<const FROM_SERVER: bool>(
            self,
            cursor: &Cursor,
            position: &PositionState,
        ) -> Self::State {
            self.0.hydrate::<FROM_SERVER>(cursor, position)
        }

        fn into_owned(self) -> Self::Owned {
            Once(self.0.into_owned())
        }
    }
}
