//! A view that is taken over in a task of its own, and maybe all parts of it with it.

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::{Position, PositionState};

use super::part::take_over_parts;
use super::pause;

#[derive(Debug)]
pub(super) struct AfterPause<V> {
    pub(super) view: V,
    /// Whether its parts are taken over before it counts as taken over.
    pub(super) is_whole: bool,
}

impl<V: Render> Render for AfterPause<V> {
    type State = V::State;

    fn build(self) -> Self::State {
        self.view.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.view.rebuild(state);
    }
}

impl<V: AddAnyAttr> AddAnyAttr for AfterPause<V> {
    type Output<Added: Attribute> = AfterPause<V::Output<Added>>;

    fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added>
    where
        Self::Output<Added>: RenderHtml,
    {
        AfterPause { view: self.view.add_any_attr(attribute), is_whole: self.is_whole }
    }
}

impl<V: RenderHtml> RenderHtml for AfterPause<V> {
    type AsyncOutput = V::AsyncOutput;
    type Owned = AfterPause<V::Owned>;

    const MIN_LENGTH: usize = V::MIN_LENGTH;
    const EXISTS: bool = V::EXISTS;

    fn dry_resolve(&mut self) {
        self.view.dry_resolve();
    }

    async fn resolve(self) -> Self::AsyncOutput {
        self.view.resolve().await
    }

    fn to_html_with_buf(
        self,
        buffer: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        attributes: Vec<AnyAttribute>,
    ) {
        self.view.to_html_with_buf(buffer, position, escape, mark_branches, attributes);
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        self.view.hydrate::<FROM_SERVER>(cursor, position)
    }

    async fn hydrate_async(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        pause().await;
        let state = self.view.hydrate_async(cursor, position).await;
        if self.is_whole {
            take_over_parts().await;
        }
        state
    }

    fn into_owned(self) -> Self::Owned {
        AfterPause { view: self.view.into_owned(), is_whole: self.is_whole }
    }
}
