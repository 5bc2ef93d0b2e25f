//! Unfinished appraisals, by the time at their current stage, and the reasons for the delay.

use leptos::prelude::*;
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
use crate::ui::empty_state::Empty;
use crate::ui::filter::{FilterForm, any_or, choice, few, named};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, review_type_label, status_label};
use crate::ui::list::{list, paged};
use crate::ui::page::PageHead;
use crate::ui::person::about_line;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Cell, Column, plain_table};

const FORM: QueryForm = QueryForm { path: "/appraisals/stuck", names: &["status", "blocked"] };

/// The page at `/appraisals/stuck`.
#[component]
pub fn StuckPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let query = StuckQuery {
        status: address.value("status"),
        blocked: address.value("blocked").unwrap_or(false),
        page: address.page(),
    };
    let csv = csv_link(i18n, address.path_of("/api/staff/appraisals/stuck/export.csv"));
    PageHead::new(tu_string!(i18n, people.area.stuck), tu_string!(i18n, people.stuck.lead))
        .actions([csv])
        .page((
            area_tabs(Area::Stuck),
            filters(i18n, &address),
            list(&address, list_stuck(query), list_view),
        ))
}

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let stages: Vec<_> =
        Status::ALL.iter().copied().filter(|status| status.stage().is_some()).collect();
    let stages = named(&stages, |status| status_label(i18n, status));
    let stages = any_or(tu_string!(i18n, list.any_stage), stages);
    let blocked = few([("true", tu_string!(i18n, people.stuck.only_blocked))]);
    let blocked = any_or(tu_string!(i18n, people.list.any), blocked);
    FilterForm::new(FORM, tu_string!(i18n, list.filters)).of_selects().view((
        choice("status", tu_string!(i18n, list.stage), stages, address),
        choice("blocked", tu_string!(i18n, people.stuck.reasons), blocked, address),
    ))
}

fn list_view(page: Page<StuckAppraisal>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let no_match = Empty::new(
        IconName::Search,
        tu_string!(i18n, list.no_match),
        tu_string!(i18n, list.no_match_text),
    );
    let nothing = Empty::new(
        IconName::CheckCircle,
        tu_string!(i18n, people.stuck.empty),
        tu_string!(i18n, people.stuck.empty_text),
    );
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, list.stage)),
        Column::Number(tu_string!(i18n, list.waiting)),
        Column::Text(tu_string!(i18n, people.stuck.reasons)),
    ];
    paged(page, address, [no_match, nothing], |appraisals| {
        let rows = appraisals.into_iter().map(|stuck| row(i18n, stuck));
        plain_table(tu_string!(i18n, people.area.stuck), &columns, rows)
    })
}

fn row(i18n: Language, stuck: StuckAppraisal) -> [Cell; 4] {
    let StuckAppraisal { appraisal, reasons } = stuck;
    let kind = review_type_label(i18n, appraisal.review_type).to_owned();
    let about = about_line([Some(kind), appraisal.department_name]);
    let stage = view! {
        <StatusBadge status=appraisal.status/>
        <span class="table-sub">{listed(&appraisal.waiting_for)}</span>
    };
    let waiting = appraisal.waiting_since.map(|since| view! { <Waiting since/> });
    let reasons: Vec<_> = reasons.into_iter().map(|reason| reason_view(i18n, reason)).collect();

    [
        Cell::head(view! {
            <a href=format!("/appraisals/{}", appraisal.id)>{appraisal.staff_name}</a>
            <span class="person-sub">{about}</span>
        }),
        Cell::text(stage),
        Cell::figure(waiting),
        if reasons.is_empty() {
            Cell::Blank
        } else {
            Cell::text(view! { <div class="stack-tight">{reasons}</div> })
        },
    ]
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
