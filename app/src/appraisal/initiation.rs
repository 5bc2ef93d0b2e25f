//! Initiation of one or many appraisals: selection of people and terms, preview, and start.
//!
//! The address holds the whole selection: it survives a reload, and the page also works without
//! JavaScript.

mod address;
mod picker;
mod previews;
pub(super) mod round;
mod start;
mod terms;

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::error::FieldCode;
use shared::permission::Permission;

use self::address::InitiationAddress;
use self::picker::{Search, Searched, people_field, search};
use self::previews::cards;
use self::start::consequences;
use self::terms::terms_fields;
use super::serverfns::{Previews, preview};
use crate::error::{UiError, UiResult};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::error_summary::summary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::{ErrorPage, PageHead, found};
use crate::ui::time::{local_date, now};

/// The data of the page in addition to the selection.
#[derive(Clone, Debug)]
struct Stage {
    searched: Searched,
    previews: UiResult<Previews>,
}

/// The page at `/appraisals/new`.
#[component]
pub fn InitiationPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::AppraisalsHrManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let query = use_query_map().get_untracked();
    let address = InitiationAddress::read(&query, local_date(now()));
    let criteria = Search::read(&query);
    let stage = stage(address.clone(), criteria.clone());
    let content = found(stage, move |stage| content(&address, &criteria, stage));

    PageHead::new(tu_string!(i18n, frame.start), tu_string!(i18n, initiation.lead))
        .below(
            "/appraisals",
            tu_string!(i18n, frame.appraisals),
            tu_string!(i18n, initiation.crumb),
        )
        .page(content)
}

async fn stage(address: InitiationAddress, criteria: Search) -> UiResult<Stage> {
    let searched = search(&address, criteria).await;
    let previews = match address.question() {
        Some(question) => preview(question, address.started).await,
        None => Ok(Previews::default()),
    };
    Ok(Stage { searched, previews })
}

/// The form and the previews, with the start button next to them.
fn content(address: &InitiationAddress, criteria: &Search, stage: Stage) -> AnyView {
    let Stage { searched, previews } = stage;
    let terms_error = address.checked.then(|| address.terms().err()).flatten().map(UiError);
    let (previews, refusal) = match previews {
        Ok(previews) => (previews, None),
        Err(error) => (Previews::default(), Some(error)),
    };
    let error = nobody(address).or_else(|| terms_error.clone()).or(refusal);
    let aside = consequences(&previews);

    view! {
        <div class="stack" id="initiation">
            {error.map(|error| summary(&error, NodeRef::new(), None))}
            <div class="with-aside">
                <div class="stack">
                    {form(address, criteria, searched, terms_error.as_ref())}
                    {cards(address, previews)}
                </div>
                <aside class="card">{aside}</aside>
            </div>
        </div>
    }
    .into_any()
}

/// The error for a preview without selected people.
fn nobody(address: &InitiationAddress) -> Option<UiError> {
    let text = tu_string!(use_i18n(), initiation.nobody);
    let error = || UiError(shared::Error::field("staff", FieldCode::Missing, text));
    address.has_nobody().then(error)
}

/// People and terms in one GET form, so that selecting a person keeps the entered terms.
fn form(
    address: &InitiationAddress,
    criteria: &Search,
    searched: Searched,
    error: Option<&UiError>,
) -> AnyView {
    let i18n = use_i18n();
    view! {
        <form class="card" id="initiate" action="/appraisals/new" data-refreshes="initiation">
            <div class="card-body form">
                {people_field(address, criteria, searched)} {terms_fields(address, error)}
            </div>
            <div class="card-foot">
                <button class="button button-primary" type="submit" name="check" value="true">
                    <Icon name=IconName::Eye/>
                    {tu_string!(i18n, initiation.check)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
