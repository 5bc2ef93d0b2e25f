//! Appraisals in flight, by how long their desk has held them, and what keeps them there.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::appraisal::Status;
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery, StuckReason};
use shared::page::Page;

use super::list_stuck;
use super::table::Waiting;
use crate::i18n::{tu_string, use_i18n};
use crate::people::{Area, area_tabs};
use crate::ui::badge::{StatusBadge, Tone, ToneText};
use crate::ui::csv_link::csv_link;
use crate::ui::digits::listed;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::SelectField;
use crate::ui::filter::any_or;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, review_type_label, status_label};
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, plain_table};

const FORM: QueryForm = QueryForm { path: "/appraisals/stuck", names: &["status", "blocked"] };

/// The page at `/appraisals/stuck`.
#[component]
pub fn StuckPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        {
            list_stuck(StuckQuery {
                status: address.value("status"),
                blocked: address.value("blocked").unwrap_or(false),
                page: address.page(),
            })
        }
    };
    let list = found(load, move |page| list_view(page, &address.get_untracked()));
    let title = tu_string!(i18n, people.area.stuck);
    let csv =
        csv_link(i18n, move || address.read().path_of("/api/staff/appraisals/stuck/export.csv"));

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.stuck.lead), vec![csv])}
            {area_tabs(Area::Stuck)}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let desks = Status::ALL.iter().filter(|status| status.desk().is_some());
    let desks = desks.map(|status| (status.to_string(), status_label(i18n, *status).to_owned()));
    let desks = any_or(tu_string!(i18n, list.any_desk), desks);
    let blocked = any_or(
        tu_string!(i18n, people.list.any),
        [("true".to_owned(), tu_string!(i18n, people.stuck.only_blocked).to_owned())],
    );
    let value = move |name: &'static str| Signal::derive(move || address.read().shown(name));

    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, list.filters)
            action=FORM.path
        >
            <SelectField
                id="status"
                name="status"
                label=tu_string!(i18n, list.desk)
                options=desks
                value=value("status")
            />
            <SelectField
                id="blocked"
                name="blocked"
                label=tu_string!(i18n, people.stuck.reasons)
                options=blocked
                value=value("blocked")
            />
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

fn list_view(page: Page<StuckAppraisal>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, list.desk)),
        Column::Number(tu_string!(i18n, list.waiting)),
        Column::Text(tu_string!(i18n, people.stuck.reasons)),
    ];
    let rows: Vec<_> = page.data.into_iter().map(|stuck| row(i18n, stuck)).collect();

    view! {
        <div class="stack-tight">
            {plain_table(tu_string!(i18n, people.area.stuck), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Search
                title=tu_string!(i18n, list.no_match)
                text=tu_string!(i18n, list.no_match_text)
                all=FORM.path
            />
        }
        .into_any();
    }
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::CheckCircle
                title=tu_string!(i18n, people.stuck.empty)
                text=tu_string!(i18n, people.stuck.empty_text)
            />
        </div>
    }
    .into_any()
}

fn row(i18n: Language, stuck: StuckAppraisal) -> AnyView {
    let StuckAppraisal { appraisal, reasons } = stuck;
    let kind = review_type_label(i18n, appraisal.review_type).to_owned();
    let about = [Some(kind), appraisal.department_name].into_iter().flatten();
    let about = about.collect::<Vec<_>>().join(" · ");
    let desk = view! {
        <StatusBadge status=appraisal.status/>
        <span class="table-sub">{listed(&appraisal.waiting_for)}</span>
    };
    let waiting = appraisal.waiting_since.map(|since| view! { <Waiting since/> });
    let reasons: Vec<_> = reasons.into_iter().map(|reason| reason_view(i18n, reason)).collect();

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a href=format!("/appraisals/{}", appraisal.id)>{appraisal.staff_name}</a>
                <span class="person-sub">{about}</span>
            </th>
            {cell(tu_string!(i18n, list.desk), desk.into_any())}
            <td role="cell" data-label=tu_string!(i18n, list.waiting) class="number">
                {waiting}
            </td>
            {cell(
                tu_string!(i18n, people.stuck.reasons),
                view! { <div class="stack-tight">{reasons}</div> }.into_any(),
            )}
        </tr>
    }
    .into_any()
}

fn reason_view(i18n: Language, reason: StuckReason) -> AnyView {
    let text = match reason {
        StuckReason::SubjectBlocked => tu_string!(i18n, people.stuck.subject_blocked),
        StuckReason::LineManagerBlocked => tu_string!(i18n, people.stuck.manager_blocked),
        StuckReason::LineManagerChanged => tu_string!(i18n, people.stuck.manager_changed),
        StuckReason::DepartmentHeadBlocked => tu_string!(i18n, people.stuck.head_blocked),
        StuckReason::DepartmentHeadChanged => tu_string!(i18n, people.stuck.head_changed),
        StuckReason::NoManagingDirector => tu_string!(i18n, people.stuck.no_director),
        StuckReason::NoHumanResources => tu_string!(i18n, people.stuck.no_hr),
        StuckReason::TemplateChanged => tu_string!(i18n, people.stuck.template_changed),
    };
    if reason.is_blocking() {
        view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
    } else {
        view! { <ToneText tone=Tone::Neutral icon=IconName::Info text/> }.into_any()
    }
}
