//! The filters of the list of all appraisals: a plain GET form.

use leptos::prelude::*;
use shared::appraisal::list::Scope;
use shared::appraisal::{ReviewType, Status};
use shared::department::Department;
use shared::page::DEFAULT_LIMIT;

use super::address::ListAddress;
use crate::i18n::tu_string;
use crate::staff::list_departments;
use crate::ui::filter::{Choice, FilterForm, any_or, named, search_field};
use crate::ui::label::{Language, review_type_label, status_label};
use crate::ui::page::found;
use crate::ui::sent_form::hidden;

pub fn filters(i18n: Language, address: &ListAddress) -> AnyView {
    let stages: Vec<_> =
        Status::ALL.iter().copied().filter(|status| *status != Status::Draft).collect();
    let stages = named(&stages, |status| status_label(i18n, status));
    let stages = any_or(tu_string!(i18n, list.any_stage), stages);
    let stage = tu_string!(i18n, list.stage);
    let types = named(ReviewType::ALL, |kind| review_type_label(i18n, kind));
    let types = any_or(tu_string!(i18n, list.any_type), types);
    let (kind, type_label) = (("type", "reviewType"), tu_string!(i18n, list.review_type));
    let hint = tu_string!(i18n, list.person_hint);
    let departments = async { Ok(list_departments().await.unwrap_or_default()) };
    let address = address.clone();
    found(departments, move |departments: Vec<Department>| {
        let search = search_field(tu_string!(i18n, list.person), hint, address.q.clone());
        let stage = Choice::new(("status", "status"), stage, stages, text(address.status));
        let department = department_filter(i18n, departments, text(address.department_id));
        let kind = Choice::new(kind, type_label, types, text(address.review_type));
        let limit = address.limit != DEFAULT_LIMIT;
        let limit = limit.then(|| hidden("limit", address.limit));
        let sort = address.sort.map(|sort| hidden("sort", sort));
        let kept = (hidden("scope", Scope::All), sort, limit);
        FilterForm::at("/appraisals", tu_string!(i18n, list.filters))
            .clear(Some(ListAddress::of(Scope::All).path()))
            .folded(
                search,
                kept,
                std::iter::once(stage).chain(department).chain([kind]).collect(),
                Vec::new(),
                |name| address.without(name),
            )
    })
}

/// The department filter; none if the user may not see departments.
fn department_filter(
    i18n: Language,
    departments: Vec<Department>,
    chosen: String,
) -> Option<Choice> {
    if departments.is_empty() {
        return None;
    }
    let departments =
        departments.into_iter().map(|department| (department.id.to_string(), department.name));
    let options = any_or(tu_string!(i18n, list.any_department), departments);
    let names = ("department", "departmentId");
    Some(Choice::new(names, tu_string!(i18n, list.department), options, chosen))
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
