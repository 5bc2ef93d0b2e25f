//! The probation overview: staff on probation, with due dates and the status of their appraisals.

use leptos::prelude::*;
use shared::appraisal::ReviewType;
use shared::leave::balance::Balance;
use shared::page::{LIMIT_CAP, Page, PageRequest};
use shared::permission::Permission;
use shared::probation::{DueFilter, Probation, ProbationOverview, ProbationQuery};

use super::parts::blocked_badge;
use super::{Area, area_tabs, list_probation};
use crate::appraisal::table::Waiting;
use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::number;
use crate::session::may;
use crate::ui::badge::{StatusBadge, Tone, ToneText};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{FilterForm, any_or, choice, few};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::list::{empty_list, list};
use crate::ui::notice::notice;
use crate::ui::page::PageHead;
use crate::ui::pagination::PageLinks;
use crate::ui::person::about_line;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::sent_form::hidden;
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::{days_text, short_date_text};

const FORM: QueryForm = QueryForm { path: "/probation", names: &["due", "dueWithin"] };

/// The number of days before the due date from which a person is listed as upcoming.
const SOON_DAYS: i64 = 30;

/// The page at `/probation`.
#[component]
pub fn ProbationPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let query = ProbationQuery {
        due: due_filter(&address),
        department_id: None,
        page: PageRequest { limit: LIMIT_CAP, ..address.page() },
    };
    let csv = may(Permission::StaffView).then(|| csv_link(i18n, table(&address)));
    PageHead::new(tu_string!(i18n, people.area.probation), tu_string!(i18n, people.probation.lead))
        .actions(csv)
        .page((
            area_tabs(Area::Probation),
            filters(i18n, &address),
            list(&address, list_probation(query), overview),
        ))
}

fn overview(overview: ProbationOverview, address: &QueryAddress) -> AnyView {
    let unattended = (!overview.has_recipient).then(unattended_notice);
    (unattended, list_view(overview.people, address)).into_any()
}

fn unattended_notice() -> AnyView {
    let i18n = use_i18n();
    notice(
        Tone::Warning,
        tu_string!(i18n, people.probation.no_hr),
        tu_string!(i18n, people.probation.no_hr_text),
    )
}

/// The URL of a CSV file with the same people.
fn table(address: &QueryAddress) -> String {
    let due = due_filter(address).map(|DueFilter { is_due, within }| {
        let within = (within > 0).then(|| format!("&dueWithin={within}"));
        format!("&due={is_due}{}", within.unwrap_or_default())
    });
    format!("/api/staff/export.csv?confirmed=false&sort=started{}", due.unwrap_or_default())
}

fn due_filter(address: &QueryAddress) -> Option<DueFilter> {
    DueFilter::of(address.value("due"), address.value("dueWithin"))
}

/// The filter that the home page sets.
fn due_chip(i18n: Language, address: &QueryAddress) -> Vec<(String, String)> {
    let due = due_filter(address).filter(|due| due.is_due && due.within > 0);
    let chip = due.map(|due| {
        let days = days_text(i18n, due.within.into());
        let text = tu_string!(i18n, people.probation.due_within, days = days);
        (text, address.without("dueWithin"))
    });
    chip.into_iter().collect()
}

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let due = few([
        ("true", tu_string!(i18n, people.badge.due)),
        ("false", tu_string!(i18n, people.list.not_due)),
    ]);
    let due = any_or(tu_string!(i18n, people.list.any), due);
    FilterForm::new(FORM, tu_string!(i18n, people.list.filters))
        .of_selects()
        .chips(due_chip(i18n, address))
        .view(choice("due", tu_string!(i18n, people.list.confirmation), due, address))
}

fn list_view(page: Page<Probation>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let no_match = Empty::new(
        IconName::Search,
        tu_string!(i18n, people.list.no_match),
        tu_string!(i18n, people.list.no_match_text),
    );
    let nothing = Empty::new(
        IconName::CheckCircle,
        tu_string!(i18n, people.probation.empty),
        tu_string!(i18n, people.probation.empty_text),
    );
    let columns = [
        Column::Text(tu_string!(i18n, people.probation.choose)),
        Column::Text(tu_string!(i18n, list.person)),
        Column::Number(tu_string!(i18n, people.list.started)),
        Column::Number(tu_string!(i18n, people.probation.due)),
        Column::Text(tu_string!(i18n, people.probation.left)),
        Column::Number(tu_string!(i18n, people.probation.casual)),
        Column::Text(tu_string!(i18n, people.probation.appraisal)),
    ];
    if page.data.is_empty() {
        return empty_list(address, [no_match, nothing]);
    }
    let all_due = all_due(i18n, &page.data);
    let rows = page.data.into_iter().map(|person| row(i18n, person));

    view! {
        <form class="stack-tight" action="/appraisals/new">
            {hidden("reviewType", ReviewType::Probationary)}
            {plain_table(tu_string!(i18n, people.area.probation), &columns, rows)}
            <PageLinks pagination=page.pagination address=address.pages()/>
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

/// True if an appraisal can be started: none is open, and the person is not blocked.
fn is_free(person: &Probation) -> bool {
    person.appraisal.is_none() && !person.is_blocked
}

/// A link that starts appraisals for all people on this page who are due and have none.
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

fn row(i18n: Language, person: Probation) -> [Cell; 7] {
    let free = is_free(&person);
    let label = tu_string!(i18n, people.probation.choose_one, name = person.staff_name.clone());
    let about = about_line([Some(person.staff_number), person.department_name]);
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

    [
        Cell::text(choice),
        Cell::head(view! {
            <a href=format!("/people/{}", person.staff_id)>{person.staff_name}</a>
            <span class="person-sub">{about}</span>
            {blocked}
        }),
        Cell::number(date(person.term.employment_start_date)),
        Cell::number(date(person.term.due_date)),
        Cell::text(left(i18n, person.term.days_left)),
        Cell::number(casual),
        Cell::text(appraisal),
    ]
}

/// The casual days that were taken, out of the days available.
fn casual_text(i18n: Language, casual: &Balance) -> String {
    let given = casual.entitlement_days.unwrap_or_default() + casual.adjustments;
    let (used, given) = (number(casual.consumed), number(given));
    tu_string!(i18n, people.probation.casual_of, used = used, given = given)
}

/// The number of days until confirmation is due, or since then.
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
