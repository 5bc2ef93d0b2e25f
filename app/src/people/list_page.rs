//! Everybody who works here: search, filters, and how their employment stands.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::page::Page;
use shared::permission::Permission;
use shared::staff::{Staff, StaffQuery, StaffSort};

use super::forms::Choices;
use super::parts::{named_roles, person_badges, role_name};
use super::{Area, area_tabs, choices};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::staff::list_staff;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::SelectField;
use crate::ui::filter::{any_or, filter_form};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::person::initials;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, number_cell, table};
use crate::ui::time::short_date_text;

const FORM: QueryForm = QueryForm {
    path: "/people",
    names: &["q", "departmentId", "role", "confirmed", "due", "blocked", "sort"],
};

/// The page at `/people`.
#[component]
pub fn PeoplePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        list_staff(staff_query(&address))
    };
    let list = found(load, move |page| list_view(page, &address.get_untracked()));

    view! {
        <Title text=tu_string!(i18n, people.area.people)/>
        <div class="page">
            {page_head(tu_string!(i18n, people.area.people).to_owned(), "", actions(i18n, address))}
            {area_tabs(Area::People)}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
}

fn staff_query(address: &QueryAddress) -> StaffQuery {
    StaffQuery {
        q: address.text("q").map(str::to_owned),
        department_id: address.value("departmentId"),
        role: address.text("role").map(str::to_owned),
        confirmed: address.value("confirmed"),
        due: address.value("due"),
        blocked: address.value("blocked"),
        sort: address.value("sort"),
        page: address.page(),
    }
}

fn actions(i18n: Language, address: Memo<QueryAddress>) -> Vec<AnyView> {
    let mut actions = vec![csv_link(i18n, move || address.read().path_of("/api/staff/export.csv"))];
    if may(Permission::StaffManage) {
        actions.push(
            view! {
                <a class="button" href="/people/import">
                    <Icon name=IconName::Users/>
                    {tu_string!(i18n, people.import.open)}
                </a>
                <a class="button button-primary" href="/people/new">
                    <Icon name=IconName::Plus/>
                    {tu_string!(i18n, people.new.open)}
                </a>
            }
            .into_any(),
        );
    }
    actions
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let (label, hint) =
        (tu_string!(i18n, people.list.filters), tu_string!(i18n, people.list.search_hint));
    let filters = view! { {chosen_filters(i18n, address)} {state_filters(i18n, address)} };
    filter_form(FORM, address, label, hint, filters)
}

/// Department and role, which the service knows.
fn chosen_filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let load = async || Ok(choices().await.unwrap_or_default());
    found(load, move |choices: Choices| {
        let departments = any_or(tu_string!(i18n, list.any_department), choices.departments);
        let roles = any_or(tu_string!(i18n, people.list.any_role), named_roles(choices.roles));
        let department = tu_string!(i18n, list.department);
        let role = tu_string!(i18n, people.list.role);
        let fields = [
            filter(("department", "departmentId"), department, departments, address),
            filter(("role", "role"), role, roles, address),
        ];
        view! { {fields.into_iter().collect::<Vec<_>>()} }.into_any()
    })
}

/// Confirmation, block and order.
fn state_filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let options = |any: &str, yes: &str, no: &str| {
        let named = [("true", yes), ("false", no)];
        any_or(any, named.map(|(value, text)| (value.to_owned(), text.to_owned())))
    };
    let any = tu_string!(i18n, people.list.any);
    let confirmed = options(
        any,
        tu_string!(i18n, people.list.confirmed),
        tu_string!(i18n, people.badge.unconfirmed),
    );
    let due =
        options(any, tu_string!(i18n, people.badge.due), tu_string!(i18n, people.list.not_due));
    let blocked = options(
        any,
        tu_string!(i18n, people.badge.blocked),
        tu_string!(i18n, people.list.not_blocked),
    );
    let fields = vec![
        filter(
            ("confirmed", "confirmed"),
            tu_string!(i18n, people.list.employment),
            confirmed,
            address,
        ),
        filter(("due", "due"), tu_string!(i18n, people.list.confirmation), due, address),
        filter(("blocked", "blocked"), tu_string!(i18n, people.list.access), blocked, address),
        filter(("sort", "sort"), tu_string!(i18n, list.sort), sorts(i18n), address),
    ];
    view! { {fields} }.into_any()
}

fn sorts(i18n: Language) -> Vec<(String, String)> {
    let option = |sort: StaffSort| match sort {
        StaffSort::Newest => ("", tu_string!(i18n, list.sort_newest)),
        StaffSort::Name => (sort.as_str(), tu_string!(i18n, list.sort_name)),
        StaffSort::Started => (sort.as_str(), tu_string!(i18n, people.list.sort_started)),
    };
    let options = StaffSort::ALL.iter().map(|sort| option(*sort));
    options.map(|(value, label)| (value.to_owned(), label.to_owned())).collect()
}

fn filter(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    options: Vec<(String, String)>,
    address: Memo<QueryAddress>,
) -> AnyView {
    let value = Signal::derive(move || address.read().shown(name));
    view! { <SelectField id name label options value/> }.into_any()
}

fn list_view(page: Page<Staff>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, list.department)),
        Column::Text(tu_string!(i18n, people.list.manager)),
        Column::Text(tu_string!(i18n, people.list.confirmation)),
        Column::Number(tu_string!(i18n, people.list.started)),
    ];
    let rows: Vec<_> = page.data.into_iter().map(|staff| row(i18n, staff)).collect();

    view! {
        <div class="stack-tight">
            {table(tu_string!(i18n, people.list.caption), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, staff: Staff) -> AnyView {
    let badges = person_badges(i18n, &staff);
    let about = [Some(staff.staff_number), staff.job_title].into_iter().flatten();
    let about = about.collect::<Vec<_>>().join(" · ");
    let manager = staff.line_manager_name.unwrap_or_default();
    let department = view! {
        {staff.department_name}
        <span class="table-sub">{role_name(&staff.role)}</span>
    };

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <div class="person">
                    <span class="avatar" aria-hidden="true">{initials(&staff.name)}</span>
                    <div>
                        <a class="table-link" href=format!("/people/{}", staff.id)>
                            {staff.name}
                        </a>
                        <span class="person-sub">{about}</span>
                    </div>
                </div>
            </th>
            {cell(tu_string!(i18n, list.department), department.into_any())}
            {cell(tu_string!(i18n, people.list.manager), manager.into_any())}
            {cell(tu_string!(i18n, people.list.confirmation), badges)}
            {number_cell(
                tu_string!(i18n, people.list.started),
                Some(short_date_text(i18n, staff.employment_start_date)),
            )}
        </tr>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Users
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
                icon=IconName::Users
                title=tu_string!(i18n, people.list.empty)
                text=tu_string!(i18n, people.list.empty_text)
            />
        </div>
    }
    .into_any()
}
