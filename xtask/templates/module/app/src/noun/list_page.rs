//! All __nouns_text__, and the form that adds one.

use leptos::prelude::*;
use shared::__noun__::__Noun__;
use shared::page::Page;
use shared::permission::Permission;

use super::{Create__Noun__, list___nouns__};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::card::section;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input};
use crate::ui::label::Language;
use crate::ui::list::{list, paged};
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::sent_form::{SentForm, form_card, sent_form};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::exact_text;

const LIST: QueryForm = QueryForm { path: "/__nouns-kebab__", names: &[] };

/// The page at `/__nouns-kebab__`.
#[component]
pub fn __Nouns__Page() -> impl IntoView {
    let i18n = use_i18n();
    let address = LIST.current();
    let rows = list(&address, list___nouns__(address.page()), list_view);
    let form = may(Permission::__Nouns__Manage).then(|| form(i18n));

    PageHead::new(tu_string!(i18n, __noun__.title), tu_string!(i18n, __noun__.lead))
        .page((rows, form))
}

fn list_view(page: Page<__Noun__>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let empty = || {
        let title = tu_string!(i18n, __noun__.empty);
        Empty::new(IconName::FileText, title, tu_string!(i18n, __noun__.empty_text))
    };
    let columns = [
        Column::Text(tu_string!(i18n, people.form.name)),
        Column::Text(tu_string!(i18n, __noun__.created_at)),
    ];
    paged(page, address, [empty(), empty()], |rows| {
        let rows = rows.into_iter().map(|it| row(i18n, it));
        plain_table(tu_string!(i18n, __noun__.title), &columns, rows)
    })
}

fn row(i18n: Language, __noun__: __Noun__) -> [Cell; 2] {
    let created = exact_text(i18n, __noun__.created_at);
    let created = view! { <time datetime=__noun__.created_at.to_rfc3339()>{created}</time> };
    [Cell::head(__noun__.name), Cell::text(created)]
}

fn form(i18n: Language) -> AnyView {
    let form = SentForm::draft_card("new-__noun-kebab__")
        .confirm(tu_string!(i18n, __noun__.created));
    let name = Input::new("name", "name", tu_string!(i18n, people.form.name));
    let content = form_card(input(name), tu_string!(i18n, __noun__.create));

    let form = sent_form::<Create__Noun__>(form, content);
    section("stack", "new", tu_string!(i18n, __noun__.new), form)
}
