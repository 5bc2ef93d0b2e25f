//! The empty state of a list: the reason, and the next step.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

#[derive(Debug)]
pub struct Empty {
    icon: IconName,
    title: String,
    text: String,
    next: Option<AnyView>,
}

impl Empty {
    /// An empty state with a large icon, a title, and the reason or a hint.
    pub fn new(icon: IconName, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { icon, title: title.into(), text: text.into(), next: None }
    }

    /// The empty states of a list, each with its title and text: no match for the filters, and no
    /// records at all.
    pub fn of_list(
        icon: IconName,
        no_match: [&'static str; 2],
        nothing: [&'static str; 2],
    ) -> [Self; 2] {
        [no_match, nothing].map(|[title, text]| Self::new(icon, title, text))
    }

    /// Adds a link to the next step.
    pub fn next(self, address: impl Into<String>, text: &'static str) -> Self {
        self.step("button", address.into(), text)
    }

    /// Adds a link to the next step as the primary action.
    pub fn first_step(self, address: &str, text: &'static str) -> Self {
        self.step("button button-primary", address.to_owned(), text)
    }

    fn step(self, class: &'static str, address: String, text: &'static str) -> Self {
        let next = view! { <a class=class href=address>{text}</a> };
        Self { next: Some(next.into_any()), ..self }
    }

    /// Renders it for a list that is already in a card.
    pub fn view(self) -> AnyView {
        let Self { icon, title, text, next } = self;
        view! {
            <div class="empty">
                <Icon name=icon class="icon-hero"/>
                <h2>{title}</h2>
                <p>{text}</p>
                {next}
            </div>
        }
        .into_any()
    }

    /// Renders it in a card of its own.
    pub fn card(self) -> AnyView {
        view! { <div class="card">{self.view()}</div> }.into_any()
    }
}
