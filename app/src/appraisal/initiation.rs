//! Starting appraisals, one or many: choose people and a period, look at what would happen, start.
//!
//! Everything that is chosen stands in the address: it survives a reload, the dry run works without
//! JavaScript, and nothing that was typed is lost.

mod address;
mod outcome;
mod picker;
mod previews;
mod start;
mod terms;

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_navigate, use_query_map};
use leptos_router::params::ParamsMap;
use shared::permission::Permission;
use wasm_bindgen::JsCast;

use self::address::{FIELDS, InitiationAddress};
use self::picker::PeoplePicker;
use self::previews::Previews;
use self::terms::TermsFields;
use super::Initiate;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::ErrorPage;
use crate::ui::time::{local_date, now};

/// The page at `/appraisals/new`.
#[component]
pub fn InitiationPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::AppraisalsHrManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let query = use_query_map();
    let today = local_date(now());
    let address = Memo::new(move |_| InitiationAddress::read(&query.read(), today));
    let refused = ServerAction::<Initiate>::new().value().get_untracked().and_then(Result::err);
    let terms_error = Signal::derive(move || {
        let asked = address.read().checked;
        asked.then(|| address.read().terms().err()).flatten().map(UiError)
    });
    let nobody_error = Signal::derive(move || {
        let is_missing = address.read().checked && address.read().people.is_empty();
        let text = tu_string!(i18n, initiation.nobody);
        is_missing.then(|| UiError(shared::Error::field("staff", "MISSING", text)))
    });
    let error = Signal::derive(move || {
        nobody_error.get().or_else(|| terms_error.get()).or_else(|| refused.clone())
    });

    view! {
        <Title text=tu_string!(i18n, frame.start)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address="/appraisals"
                        parent=tu_string!(i18n, frame.appraisals)
                        current=tu_string!(i18n, initiation.crumb)
                    />
                    <h1>{tu_string!(i18n, frame.start)}</h1>
                    <p>{tu_string!(i18n, initiation.lead)}</p>
                </div>
            </div>
            <ErrorSummary error/>
            <Previews address>
                <InitiationForm address error=terms_error/>
            </Previews>
        </div>
    }
    .into_any()
}

/// People and terms: a GET form of one piece, so that choosing a person keeps what was typed.
///
/// * `address`: what is chosen.
/// * `error`: what is wrong with it.
#[component]
fn InitiationForm(
    address: Memo<InitiationAddress>,
    error: Signal<Option<UiError>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let navigate = use_navigate();
    let today = local_date(now());
    let submit = move |event: SubmitEvent| {
        if let Some(query) = query_of(&event) {
            event.prevent_default();
            let path = InitiationAddress::read(&query, today).path();
            let options = leptos_router::NavigateOptions { scroll: false, ..Default::default() };
            navigate(&path, options);
            keep_focus(&event);
        }
    };

    view! {
        <form class="card" id="initiate" action="/appraisals/new" on:submit=submit>
            <div class="card-body form">
                <PeoplePicker address/>
                <TermsFields address error/>
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

/// A button that chooses or removes a person goes away with the click; whoever came to it by key
/// finds the focus in the search.
fn keep_focus(event: &SubmitEvent) {
    let by_key = event.submitter().is_some_and(|button| {
        button.matches("[name=add]:focus-visible, [name=remove]:focus-visible").unwrap_or(false)
    });
    let search = document().get_element_by_id("staff");
    if let (true, Some(search)) =
        (by_key, search.and_then(|search| search.dyn_into::<web_sys::HtmlElement>().ok()))
    {
        // An input that is shown takes the focus.
        let _ = search.focus();
    }
}

/// What the form would send, the pressed button included.
fn query_of(event: &SubmitEvent) -> Option<ParamsMap> {
    let form = event.target()?.dyn_into::<web_sys::HtmlFormElement>().ok()?;
    let data = web_sys::FormData::new_with_form(&form).ok()?;
    let mut query = ParamsMap::new();
    for name in FIELDS {
        if let Some(value) = data.get(name).as_string() {
            query.insert(name, value);
        }
    }
    let button = event.submitter().and_then(|it| it.dyn_into::<web_sys::HtmlButtonElement>().ok());
    if let Some(button) = button.filter(|button| !button.name().is_empty()) {
        query.insert(button.name(), button.value());
    }
    Some(query)
}
