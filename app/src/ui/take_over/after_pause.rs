//! A view that is taken over in a task of its own.

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::{Position, PositionState};

use super::pause;

#[derive(Debug)]
pub(super) struct AfterPause<V>(pub(super) V);

impl<V: Render> Render for AfterPause<V> {
    type State = V::State;

    fn build(self) -> Self::State {
        self.0.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }
}

impl<V: AddAnyAttr> AddAnyAttr for AfterPause<V> {
    type Output<Added: Attribute> = AfterPause<V::Output<Added>>;

    fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added>
    where
        Self::Output<Added>: RenderHtml,
    {
        AfterPause(self.0.add_any_attr(attribute))
    }
}

impl<V: RenderHtml> RenderHtml for AfterPause<V> {
    type AsyncOutput = V::AsyncOutput;
    type Owned = AfterPause<V::Owned>;

    const MIN_LENGTH: usize = V::MIN_LENGTH;
    const EXISTS: bool = V::EXISTS;

    fn dry_resolve(&mut self) {
        self.0.dry_resolve();
    }

    async fn resolve(self) -> Self::AsyncOutput {
        self.0.resolve().await
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

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        self.0.hydrate::<FROM_SERVER>(cursor, position)
    }

    async fn hydrate_async(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        pause().await;
        self.0.hydrate_async(cursor, position).await
    }

    fn into_owned(self) -> Self::Owned {
        AfterPause(self.0.into_owned())
    }
}
