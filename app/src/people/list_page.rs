//! The list of staff, with search, filters and employment status.

use leptos::prelude::*;
use shared::page::Page;
use shared::permission::Permission;
use shared::probation::DueFilter;
use shared::staff::{Staff, StaffQuery, StaffSort};

use super::forms::Choices;
use super::parts::{named_roles, person_badges, role_name};
use super::{Area, area_tabs, choices};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::staff::list_staff;
use crate::ui::button::{button_link, new_link};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{Choice, FilterForm, any_or, few, preserved, search_field};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::list::{list, paged};
use crate::ui::page::PageHead;
use crate::ui::person::{about_line, person_link};
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::sort::{Sort, sorted_table};
use crate::ui::table::{Cell, Column};
use crate::ui::time::short_date_text;

const FORM: QueryForm = QueryForm {
    path: "/people",
    names: &["q", "departmentId", "role", "confirmed", "due", "blocked", "sort"],
};

/// The page at `/people`.
#[component]
pub fn PeoplePage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    PageHead::new(tu_string!(i18n, people.area.people), "").actions(actions(i18n, &address)).page((
        area_tabs(Area::People),
        list(&address, list_staff(staff_query(&address)), list_view),
    ))
}

fn staff_query(address: &QueryAddress) -> StaffQuery {
    StaffQuery {
        q: address.text("q").map(str::to_owned),
        department_id: address.value("departmentId"),
        role: address.text("role").map(str::to_owned),
        confirmed: address.value("confirmed"),
        due: DueFilter::of(address.value("due"), None),
        blocked: address.value("blocked"),
        sort: address.value("sort"),
        page: address.page(),
    }
}

fn actions(i18n: Language, address: &QueryAddress) -> Vec<AnyView> {
    let csv = csv_link(i18n, address.path_of("/api/staff/export.csv"));
    let mut actions = vec![filters(i18n, address), csv];
    if may(Permission::StaffManage) {
        let text = tu_string!(i18n, people.import.open);
        actions.push(button_link("/people/import", IconName::Users, text));
        actions.push(new_link("/people/new", tu_string!(i18n, people.new.open)));
    }
    actions
}

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let hint = tu_string!(i18n, people.list.search_hint);
    let choices = async { Ok(choices().await.unwrap_or_default()) };
    list(address, choices, move |choices: Choices, address| {
        let search = search_field(tu_string!(i18n, people.list.search), hint, address.shown("q"));
        let filters = chosen_filters(i18n, choices, address);
        let filters = filters.into_iter().chain(state_filters(i18n, address)).collect();
        FilterForm::new(FORM, tu_string!(i18n, people.list.filters)).folded(
            search,
            preserved(&["sort"], address),
            filters,
            Vec::new(),
            |name| address.without(name),
        )
    })
}

/// The filters by department and role, whose options come from the service.
fn chosen_filters(i18n: Language, choices: Choices, address: &QueryAddress) -> [Choice; 2] {
    let departments = any_or(tu_string!(i18n, list.any_department), choices.departments);
    let department = ("department", "departmentId");
    let chosen = address.shown("departmentId");
    let roles = any_or(tu_string!(i18n, people.list.any_role), named_roles(choices.roles));
    [
        Choice::new(department, tu_string!(i18n, list.department), departments, chosen),
        Choice::of("role", tu_string!(i18n, people.list.role), roles, address),
    ]
}

/// The filters by confirmation and block.
fn state_filters(i18n: Language, address: &QueryAddress) -> [Choice; 3] {
    let any = tu_string!(i18n, people.list.any);
    let yes_or_no = |name, label, yes, no| {
        Choice::of(name, label, any_or(any, few([("true", yes), ("false", no)])), address)
    };
    [
        yes_or_no(
            "confirmed",
            tu_string!(i18n, people.list.employment),
            tu_string!(i18n, people.list.confirmed),
            tu_string!(i18n, people.badge.unconfirmed),
        ),
        yes_or_no(
            "due",
            tu_string!(i18n, people.list.confirmation),
            tu_string!(i18n, people.badge.due),
            tu_string!(i18n, people.list.not_due),
        ),
        yes_or_no(
            "blocked",
            tu_string!(i18n, people.list.access),
            tu_string!(i18n, people.badge.blocked),
            tu_string!(i18n, people.list.not_blocked),
        ),
    ]
}

fn list_view(page: Page<Staff>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let empty = Empty::of_list(
        IconName::Users,
        [tu_string!(i18n, people.list.no_match), tu_string!(i18n, people.list.no_match_text)],
        [tu_string!(i18n, people.list.empty), tu_string!(i18n, people.list.empty_text)],
    );
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, list.department)),
        Column::Text(tu_string!(i18n, people.list.manager)),
        Column::Text(tu_string!(i18n, people.list.confirmation)),
        Column::Number(tu_string!(i18n, people.list.started)),
    ];
    paged(page, address, empty, |people| {
        let rows = people.into_iter().map(|staff| row(i18n, staff));
        let name = Sort::ascending(address, [StaffSort::Name, StaffSort::NameDescending]);
        let started = [StaffSort::Started, StaffSort::StartedDescending];
        let started = Sort::ascending(address, started);
        let sorts = [name, None, None, None, started];
        sorted_table(tu_string!(i18n, people.list.caption), &columns, sorts, rows)
    })
}

fn row(i18n: Language, staff: Staff) -> [Cell; 5] {
    let badges = person_badges(i18n, &staff);
    let about = about_line([Some(staff.staff_number), staff.job_title]);
    let department = view! {
        {staff.department_name}
        <span class="table-sub">{role_name(&staff.role)}</span>
    };
    [
        Cell::head(person_link(staff.name, format!("/people/{}", staff.id), about)),
        Cell::text(department),
        Cell::text(staff.line_manager_name.unwrap_or_default()),
        Cell::text(badges),
        Cell::number(short_date_text(i18n, staff.employment_start_date)),
    ]
}
