//! The probation cockpit: who is on probation, until when, and where their appraisal stands.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::appraisal::ReviewType;
use shared::leave::balance::Balance;
use shared::page::{LIMIT_CAP, Page, PageRequest};
use shared::permission::Permission;
use shared::probation::{Probation, ProbationQuery};

use super::parts::blocked_badge;
use super::{Area, area_tabs, list_probation};
use crate::appraisal::table::Waiting;
use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::number;
use crate::session::may;
use crate::ui::badge::{StatusBadge, Tone, ToneText};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::SelectField;
use crate::ui::filter::any_or;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, number_cell, plain_table};
use crate::ui::time::{days_text, short_date_text};

const FORM: QueryForm = QueryForm { path: "/probation", names: &["due"] };

/// The days before the due date from which on somebody is shown as coming up.
const SOON_DAYS: i64 = 30;

/// The page at `/probation`.
#[component]
pub fn ProbationPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        {
            list_probation(ProbationQuery {
                due: address.value("due"),
                department_id: None,
                page: PageRequest { limit: LIMIT_CAP, ..address.page() },
            })
        }
    };
    let list = found(load, move |overview| {
        let unattended = (!overview.has_recipient).then(unattended_notice);
        let list = list_view(overview.people, &address.get_untracked());
        view! {
            {unattended}
            {list}
        }
        .into_any()
    });
    let title = tu_string!(i18n, people.area.probation);
    let csv = may(Permission::StaffView).then(|| csv_link(i18n, move || table(&address.read())));

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(
                title.to_owned(),
                tu_string!(i18n, people.probation.lead),
                csv.into_iter().collect(),
            )}
            {area_tabs(Area::Probation)}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
}

fn unattended_notice() -> AnyView {
    let i18n = use_i18n();
    view! {
        <Notice tone=Tone::Warning title=tu_string!(i18n, people.probation.no_hr)>
            <p>{tu_string!(i18n, people.probation.no_hr_text)}</p>
        </Notice>
    }
    .into_any()
}

/// The same people as a table of staff.
fn table(address: &QueryAddress) -> String {
    let due = address.value::<bool>("due").map(|due| format!("&due={due}"));
    format!("/api/staff/export.csv?confirmed=false&sort=started{}", due.unwrap_or_default())
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let options = any_or(
        tu_string!(i18n, people.list.any),
        [
            ("true".to_owned(), tu_string!(i18n, people.badge.due).to_owned()),
            ("false".to_owned(), tu_string!(i18n, people.list.not_due).to_owned()),
        ],
    );
    let value = Signal::derive(move || address.read().shown("due"));
    let label = tu_string!(i18n, people.list.confirmation);
    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, people.list.filters)
            action=FORM.path
        >
            <SelectField id="due" name="due" label options value/>
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

fn list_view(page: Page<Probation>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, people.probation.choose)),
        Column::Text(tu_string!(i18n, list.person)),
        Column::Number(tu_string!(i18n, people.list.started)),
        Column::Number(tu_string!(i18n, people.probation.due)),
        Column::Text(tu_string!(i18n, people.probation.left)),
        Column::Number(tu_string!(i18n, people.probation.casual)),
        Column::Text(tu_string!(i18n, people.probation.appraisal)),
    ];
    let all_due = all_due(i18n, &page.data);
    let rows: Vec<_> = page.data.into_iter().map(|person| row(i18n, person)).collect();

    view! {
        <form class="stack-tight" action="/appraisals/new">
            <input type="hidden" name="reviewType" value=ReviewType::Probationary.as_str()/>
            {plain_table(tu_string!(i18n, people.area.probation), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
            <div class="button-row">
                <button class="button button-primary" type="submit">
                    <Icon name=IconName::Plus/>
                    {tu_string!(i18n, people.probation.start)}
                </button>
                {all_due}
            </div>
        </form>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Search
                title=tu_string!(i18n, people.list.no_match)
                text=tu_string!(i18n, people.list.no_match_text)
                all=FORM.path
            />
        }
        .into_any();
    }
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::CheckCircle
                title=tu_string!(i18n, people.probation.empty)
                text=tu_string!(i18n, people.probation.empty_text)
            />
        </div>
    }
    .into_any()
}

/// True when an appraisal can be started.
fn is_free(person: &Probation) -> bool {
    person.appraisal.is_none() && !person.is_blocked
}

/// The way to an initiation of everybody on this page who is due and free.
fn all_due(i18n: Language, people: &[Probation]) -> Option<AnyView> {
    let due = people.iter().filter(|it| it.term.due_for_confirmation && is_free(it));
    let ids: Vec<_> = due.map(|it| it.staff_id.to_string()).collect();
    if ids.is_empty() {
        return None;
    }
    let text = tu_string!(i18n, people.probation.start_due, count = ids.len());
    let href =
        format!("/appraisals/new?people={}&reviewType={}", ids.join(","), ReviewType::Probationary);
    Some(view! { <a class="button" href=href>{text}</a> }.into_any())
}

fn row(i18n: Language, person: Probation) -> AnyView {
    let free = is_free(&person);
    let label = tu_string!(i18n, people.probation.choose_one, name = person.staff_name.clone());
    let about = [Some(person.staff_number), person.department_name].into_iter().flatten();
    let about = about.collect::<Vec<_>>().join(" · ");
    let blocked = person.is_blocked.then(|| blocked_badge(i18n));
    let choice = view! {
        <input
            type="checkbox"
            name="people"
            value=person.staff_id.to_string()
            aria-label=label
            disabled=!free
        />
    };
    let appraisal = match person.appraisal {
        Some(open) => view! {
            <a href=format!("/appraisals/{}", open.id)>
                <StatusBadge status=open.status/>
            </a>
            <span class="table-sub">
                <Waiting since=open.waiting_since/>
            </span>
        }
        .into_any(),
        None => tu_string!(i18n, people.probation.not_started).into_any(),
    };
    let casual = casual_text(i18n, &person.casual_leave);
    let date = |date| Some(short_date_text(i18n, date));

    view! {
        <tr role="row">
            {cell(tu_string!(i18n, people.probation.choose), choice.into_any())}
            <th scope="row" role="rowheader">
                <a href=format!("/people/{}", person.staff_id)>{person.staff_name}</a>
                <span class="person-sub">{about}</span>
                {blocked}
            </th>
            {number_cell(
                tu_string!(i18n, people.list.started),
                date(person.term.employment_start_date),
            )}
            {number_cell(tu_string!(i18n, people.probation.due), date(person.term.due_date))}
            {cell(tu_string!(i18n, people.probation.left), left(i18n, person.term.days_left))}
            {number_cell(tu_string!(i18n, people.probation.casual), Some(casual))}
            {cell(tu_string!(i18n, people.probation.appraisal), appraisal)}
        </tr>
    }
    .into_any()
}

/// The casual days that were taken, of those that there are.
fn casual_text(i18n: Language, casual: &Balance) -> String {
    let given = casual.entitlement_days.unwrap_or_default() + casual.adjustments;
    let (used, given) = (number(casual.consumed), number(given));
    tu_string!(i18n, people.probation.casual_of, used = used, given = given)
}

/// Days until confirmation is due, or since.
fn left(i18n: Language, days: i64) -> AnyView {
    match days {
        ..0 => {
            let days = days_text(i18n, days.saturating_neg());
            let text = tu_string!(i18n, people.probation.overdue, days = days);
            view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
        }
        0..=SOON_DAYS => {
            let text = days_text(i18n, days);
            view! { <ToneText tone=Tone::Warning icon=IconName::Clock text/> }.into_any()
        }
        _ => days_text(i18n, days).into_any(),
    }
}
