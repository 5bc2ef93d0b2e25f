//! A view that is made, and taken over, in tasks of their own, and maybe all parts of it with it.

use std::fmt;

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::{Position, PositionState};

use super::part::take_over_parts;
use super::pause;

pub(super) struct AfterPause<F> {
    pub(super) make: F,
    /// Whether its parts are taken over before it counts as taken over.
    pub(super) is_whole: bool,
}

impl<F> fmt::Debug for AfterPause<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AfterPause").field("is_whole", &self.is_whole).finish_non_exhaustive()
    }
}

impl<F, V> Render for AfterPause<F>
where
    F: FnOnce() -> V,
    V: Render,
{
    type State = V::State;

    fn build(self) -> Self::State {
        (self.make)().build()
    }

    fn rebuild(self, state: &mut Self::State) {
        (self.make)().rebuild(state);
    }
}

impl<F, V> AddAnyAttr for AfterPause<F>
where
    F: FnOnce() -> V,
    V: AddAnyAttr,
{
    type Output<Added: Attribute> = V::Output<Added>;

    fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added>
    where
        Self::Output<Added>: RenderHtml,
    {
        (self.make)().add_any_attr(attribute)
    }
}

impl<F, V> RenderHtml for AfterPause<F>
where
    F: FnOnce() -> V + Send + 'static,
    V: RenderHtml,
{
    type AsyncOutput = V::AsyncOutput;
    type Owned = Self;

    const MIN_LENGTH: usize = V::MIN_LENGTH;
    const EXISTS: bool = V::EXISTS;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self::AsyncOutput {
        (self.make)().resolve().await
    }

    fn to_html_with_buf(
        self,
        buffer: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        attributes: Vec<AnyAttribute>,
    ) {
        (self.make)().to_html_with_buf(buffer, position, escape, mark_branches, attributes);
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        (self.make)().hydrate::<FROM_SERVER>(cursor, position)
    }

    async fn hydrate_async(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        pause().await;
        let view = (self.make)();
        pause().await;
        let state = view.hydrate_async(cursor, position).await;
        if self.is_whole {
            take_over_parts().await;
        }
        state
    }

    fn into_owned(self) -> Self::Owned {
        self
    }
}
