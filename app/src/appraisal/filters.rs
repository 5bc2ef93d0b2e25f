//! The filters of the list of all appraisals: a plain GET form.

use leptos::prelude::*;
use shared::appraisal::list::Scope;
use shared::appraisal::{ReviewType, Status};
use shared::department::Department;

use super::address::ListAddress;
use crate::i18n::{tu_string, use_i18n};
use crate::staff::list_departments;
use crate::ui::field::SelectField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{review_type_label, status_label};
use crate::ui::page::found;

/// The filters.
///
/// * `address`: what the address says now.
#[component]
pub fn Filters(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let q = Memo::new(move |_| address.read().q.clone());

    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, list.filters)
            action="/appraisals"
        >
            <input type="hidden" name="scope" value="all"/>
            <div class="field field-search">
                <label class="field-label" for="q">{tu_string!(i18n, list.person)}</label>
                <div class="search">
                    <Icon name=IconName::Search/>
                    <input
                        class="input"
                        id="q"
                        name="q"
                        type="search"
                        placeholder=tu_string!(i18n, list.person_hint)
                        value=q.get_untracked()
                    />
                </div>
            </div>
            <StatusFilter address/>
            <DepartmentFilter address/>
            <TypeFilter address/>
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
                <a class="button button-quiet" href=ListAddress::of(Scope::All).path()>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

/// The desk.
///
/// * `address`: what the address says now.
#[component]
fn StatusFilter(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let shown = Status::ALL.iter().filter(|status| **status != Status::Draft);
    let options = any_or(
        tu_string!(i18n, list.any_desk),
        shown.map(|status| (status.to_string(), status_label(i18n, *status).to_owned())),
    );
    let value = Signal::derive(move || text(address.read().status.as_ref()));
    let label = tu_string!(i18n, list.desk);
    view! { <SelectField id="status" name="status" label options value/> }
}

/// The department; nothing when the reader may not see departments.
///
/// * `address`: what the address says now.
#[component]
fn DepartmentFilter(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let load = async || Ok(list_departments().await.unwrap_or_default());
    found(load, move |departments: Vec<Department>| {
        if departments.is_empty() {
            return ().into_any();
        }
        let options = any_or(
            tu_string!(i18n, list.any_department),
            departments.into_iter().map(|department| (department.id.to_string(), department.name)),
        );
        let value = Signal::derive(move || text(address.read().department_id.as_ref()));
        let label = tu_string!(i18n, list.department);
        view! { <SelectField id="department" name="departmentId" label options value/> }.into_any()
    })
}

/// The type.
///
/// * `address`: what the address says now.
#[component]
fn TypeFilter(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let options = any_or(
        tu_string!(i18n, list.any_type),
        ReviewType::ALL
            .iter()
            .map(|kind| (kind.to_string(), review_type_label(i18n, *kind).to_owned())),
    );
    let value = Signal::derive(move || text(address.read().review_type.as_ref()));
    let label = tu_string!(i18n, list.review_type);
    view! { <SelectField id="type" name="reviewType" label options value/> }
}

fn any_or(any: &str, options: impl Iterator<Item = (String, String)>) -> Vec<(String, String)> {
    std::iter::once((String::new(), any.to_owned())).chain(options).collect()
}

fn text<T: ToString>(value: Option<&T>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}
