//! A list without rows: why it is empty and what to do next.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};

/// An empty list.
///
/// * `icon`: a large picture.
/// * `title`: what is not there.
/// * `text`: why, and when that changes.
/// * `children`: the next step, as a link that looks like a button.
#[component]
pub fn EmptyState(
    icon: IconName,
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty">
            <Icon name=icon class="icon-hero"/>
            <h2>{title}</h2>
            <p>{text}</p>
            {children.map(|children| children())}
        </div>
    }
    .into_any()
}

/// A list of which nothing matches what was asked for, and the way to all of it. The page comes
/// anew, so that its fields are empty too.
///
/// * `icon`: a large picture.
/// * `title`: what is not there.
/// * `text`: why.
/// * `all`: the address of the whole list.
#[component]
pub fn NoMatch(
    icon: IconName,
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    all: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="card">
            <EmptyState icon title text>
                <a class="button" href=all>
                    {tu_string!(i18n, list.clear)}
                </a>
            </EmptyState>
        </div>
    }
    .into_any()
}
