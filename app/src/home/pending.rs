//! The card with the pending items of the signed-in user, by kind.

use leptos::prelude::*;
use shared::appraisal::list::AppraisalSummary;
use shared::credit::facility::WaitingFacilities;
use shared::credit::vocabulary::FacilityStatus;
use shared::notification::Counts;

use super::about;
use super::serverfns::{PendingItems, pending_items};
use crate::appraisal::table::Waiting;
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::StatusBadge;
use crate::ui::digits;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::person::Person;

/// Pending items of one kind, displayed as a line with a link to their list.
struct Kind {
    icon: IconName,
    text: &'static str,
    area: &'static str,
    address: String,
    count: u64,
}

/// All items that wait for the signed-in user.
#[component]
pub(super) fn WaitsForMe() -> impl IntoView {
    let i18n = use_i18n();
    let Counts { pending, leave, .. } = use_live().counts;
    let list = found(pending_items(), move |pending| content(i18n, &pending, leave));
    let all = (pending > 0).then(|| {
        let text = tu_string!(i18n, home.all_count, count = pending);
        view! { <a href="/appraisals?scope=queue">{text}</a> }
    });

    view! {
        <section class="card" id="waiting" aria-labelledby="waiting-title" data-live="">
            <div class="card-head">
                <h2 id="waiting-title">{tu_string!(i18n, home.waits)}</h2>
                {all}
            </div>
            {list}
        </section>
    }
    .into_any()
}

/// The pending appraisals one by one, then a line for each other kind.
///
/// * `requests`: the number of pending leave requests.
fn content(i18n: Language, pending: &PendingItems, requests: u64) -> AnyView {
    let leave = (requests > 0).then(|| Kind {
        icon: IconName::Calendar,
        text: tu_string!(i18n, leave.team_title),
        area: tu_string!(i18n, leave.title),
        address: "/leave/team".to_owned(),
        count: requests,
    });
    let facilities = pending.facilities.iter().filter_map(|found| facilities(i18n, *found));
    let kinds = leave.into_iter().chain(facilities).map(|kind| kind_line(i18n, kind));
    let appraisals = pending.appraisals.data.iter().map(|it| appraisal_line(i18n, it.clone()));
    let lines: Vec<_> = appraisals.chain(kinds).collect();
    if lines.is_empty() {
        return view! { <p class="card-body muted">{tu_string!(i18n, home.nothing)}</p> }
            .into_any();
    }
    view! { <ul class="list-lines">{lines}</ul> }.into_any()
}

/// The facilities of one status; none if the user cannot act on them.
fn facilities(i18n: Language, found: WaitingFacilities) -> Option<Kind> {
    let (text, mine) = match found.status {
        FacilityStatus::Draft => (tu_string!(i18n, credit.list.view_mine), "&mine=true"),
        FacilityStatus::PendingReview => (tu_string!(i18n, credit.list.view_review), ""),
        FacilityStatus::ShariahReview => (tu_string!(i18n, credit.list.view_shariah), ""),
        FacilityStatus::Approved => (tu_string!(i18n, credit.list.view_ready), ""),
        FacilityStatus::Rejected
        | FacilityStatus::Withdrawn
        | FacilityStatus::Active
        | FacilityStatus::Overdue
        | FacilityStatus::NonAccrual
        | FacilityStatus::Settled => return None,
    };
    Some(Kind {
        icon: IconName::Scale,
        text,
        area: tu_string!(i18n, credit.area.facilities),
        address: format!("/credit?status={}{mine}", found.status),
        count: found.count,
    })
}

fn kind_line(i18n: Language, kind: Kind) -> AnyView {
    view! {
        <li>
            <a class="line-item line-item-onward" href=kind.address>
                <div class="person">
                    <span class="avatar" aria-hidden="true">
                        <Icon name=kind.icon/>
                    </span>
                    <div>
                        <span class="person-name">{kind.text}</span>
                        <span class="person-sub">{kind.area}</span>
                    </div>
                </div>
                <span class="count">
                    <span class="visually-hidden">{tu_string!(i18n, ui.waiting)}</span>
                    {digits::number(kind.count)}
                </span>
                <Icon name=IconName::ChevronRight class="icon-mirror"/>
            </a>
        </li>
    }
    .into_any()
}

fn appraisal_line(i18n: Language, appraisal: AppraisalSummary) -> AnyView {
    let about = about(i18n, &appraisal);
    let waiting = appraisal.waiting_since.map(|since| view! { <Waiting since/> });

    view! {
        <li>
            <a class="line-item line-item-onward" href=format!("/appraisals/{}", appraisal.id)>
                <Person name=appraisal.staff_name sub=about/>
                {waiting}
                <StatusBadge status=appraisal.status/>
                <Icon name=IconName::ChevronRight class="icon-mirror"/>
            </a>
        </li>
    }
    .into_any()
}
