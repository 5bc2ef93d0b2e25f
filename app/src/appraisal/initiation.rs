//! Initiation of appraisals: selection of people, the proposed terms of each, and start.
//!
//! The address holds the whole selection: it survives a reload, and the page also works without
//! JavaScript.

mod address;
pub(super) mod batch_page;
pub(super) mod posted;
mod proposals;
mod selection;

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::initiation_batch::InitiationBatchSummary;
use shared::appraisal::proposal::{ProposalQuery, Proposals};
use shared::department::Department;
use shared::permission::Permission;

use self::address::InitiationAddress;
use self::proposals::{blocked_people, proposal_form};
use self::selection::{Searched, search, selection_form};
use super::serverfns::{list_batches, propose};
use crate::error::{UiError, UiResult};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::staff::list_departments;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::page::{ErrorPage, PageHead, found};

/// The data of the page in addition to the selection.
#[derive(Clone, Debug)]
struct Loaded {
    departments: Vec<Department>,
    searched: Searched,
    proposals: Proposals,
    batches: Vec<InitiationBatchSummary>,
}

/// The page at `/appraisals/new`.
#[component]
pub fn InitiationPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::AppraisalsHrManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let address = InitiationAddress::read(&use_query_map().get_untracked());
    let content = found(load(address.clone()), move |loaded| content(&address, loaded));

    PageHead::new(tu_string!(i18n, frame.start), tu_string!(i18n, initiation.lead))
        .below(
            "/appraisals",
            tu_string!(i18n, frame.appraisals),
            tu_string!(i18n, initiation.crumb),
        )
        .page(content)
}

async fn load(address: InitiationAddress) -> UiResult<Loaded> {
    let InitiationAddress { people, review_type, group, .. } = address.clone();
    let proposals = if people.is_empty() && group.is_none() {
        Proposals::default()
    } else {
        propose(ProposalQuery { review_type, people, group }).await?
    };
    Ok(Loaded {
        departments: list_departments().await?,
        searched: search(&address).await,
        proposals,
        batches: list_batches().await?,
    })
}

/// The selection, the proposals, and those who cannot be started.
fn content(address: &InitiationAddress, loaded: Loaded) -> AnyView {
    let i18n = use_i18n();
    let Loaded { departments, searched, proposals, batches } = loaded;
    let is_empty = proposals.people.is_empty() && searched.is_none();
    let nothing = is_empty.then(|| {
        let (title, text) = if address.group.is_some() {
            (
                tu_string!(i18n, initiation.empty_group),
                tu_string!(i18n, initiation.empty_group_text),
            )
        } else {
            (tu_string!(i18n, initiation.empty), tu_string!(i18n, initiation.empty_text))
        };
        Empty::new(IconName::Users, title, text).card()
    });

    view! {
        <div class="stack" id="initiation">
            {selection_form(address, &departments, searched)}
            {proposal_form(i18n, address, &proposals)}
            {blocked_people(i18n, &proposals)}
            {nothing}
            {batch_page::latest_batches(i18n, &batches)}
        </div>
    }
    .into_any()
}
