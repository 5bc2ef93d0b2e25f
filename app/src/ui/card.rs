//! Cards: sections of a page with a heading.

use leptos::prelude::*;

/// A section of a page, labelled by its heading.
#[derive(Debug)]
pub struct Card {
    id: String,
    title: String,
    class: &'static str,
    is_below: bool,
    beside: Option<AnyView>,
}

impl Card {
    /// A card with the id and the text of its heading.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Self {
        let (id, title) = (id.into(), title.into());
        Self { id, title, class: "card", is_below: false, beside: None }
    }

    /// A subsection, whose heading is one level lower.
    pub fn below(id: impl Into<String>, title: impl Into<String>) -> Self {
        Self { is_below: true, ..Self::new(id, title) }
    }

    /// Sets the CSS classes.
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Adds a view next to the heading.
    pub fn beside(self, view: impl IntoView + 'static) -> Self {
        Self { beside: Some(view.into_any()), ..self }
    }

    /// The card with padding around its content.
    pub fn body(self, content: impl IntoView + 'static) -> AnyView {
        self.with(view! { <div class="card-body">{content.into_any()}</div> })
    }

    /// The card with vertically stacked parts, and padding around them.
    pub fn stack(self, content: impl IntoView + 'static) -> AnyView {
        self.with(view! { <div class="card-body stack">{content.into_any()}</div> })
    }

    /// The card without padding around its content, such as a table.
    pub fn with(self, content: impl IntoView + 'static) -> AnyView {
        let Self { id, title, class, is_below, beside } = self;
        let labelled_by = id.clone();
        let heading = if is_below {
            view! { <h3 id=id>{title}</h3> }.into_any()
        } else {
            view! { <h2 id=id>{title}</h2> }.into_any()
        };
        view! {
            <section class=class aria-labelledby=labelled_by>
                <div class="card-head">{heading} {beside}</div>
                {content.into_any()}
            </section>
        }
        .into_any()
    }
}

/// A section without the appearance of a card, labelled by its heading.
pub fn section(
    class: &'static str,
    id: &'static str,
    title: impl Into<String>,
    content: impl IntoView + 'static,
) -> AnyView {
    view! {
        <section class=class aria-labelledby=id>
            <h2 id=id>{title.into()}</h2>
            {content.into_any()}
        </section>
    }
    .into_any()
}
