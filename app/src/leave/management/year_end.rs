//! The year-end: a dry run first, then the carry-over.

use leptos::prelude::*;
use shared::leave::days::Days;
use shared::leave::year_end::{YearEnd, YearEndLine};

use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::{number, type_label};
use crate::leave::manage_page::saving_form;
use crate::leave::serverfns::CloseYear;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::sent_form::{ActionButton, Question, SentForm, action_form};
use crate::ui::table::{Cell, Column, TableKind, table_of};

/// The years that can be closed, and the dry run of the selected one.
pub(in crate::leave) fn year_end_card(year_end: Option<YearEnd>, current_year: i32) -> AnyView {
    let i18n = use_i18n();
    let link = |year: i32| {
        let text = tu_string!(i18n, leave.keep.dry_run, year = year);
        view! {
            <a class="button" href=format!("/leave/manage?close={year}#year-end")>{text}</a>
        }
        .into_any()
    };
    let shown = year_end.map(|year_end| preview(i18n, year_end, current_year));

    view! {
        <section class="card" id="year-end" aria-labelledby="year-end-title">
            <div class="card-head">
                <h2 id="year-end-title">{tu_string!(i18n, leave.year_end)}</h2>
            </div>
            <div class="card-body stack">
                <p class="field-hint">{tu_string!(i18n, leave.keep.year_end_text)}</p>
                <div class="button-row">{link(current_year - 1)} {link(current_year)}</div>
                {shown}
            </div>
        </section>
    }
    .into_any()
}

fn preview(i18n: Language, year_end: YearEnd, current_year: i32) -> AnyView {
    let year = year_end.year;
    let is_over = year < current_year;
    let new = |line: &&YearEndLine| !line.already_carried && line.carried > Days::ZERO;
    let count = year_end.data.iter().filter(new).count();
    let rows = year_end.data.into_iter().map(|line| row(i18n, line));
    let send = (count > 0 && is_over).then(|| carry(i18n, year, count));
    let open = (!is_over)
        .then(|| view! { <p>{tu_string!(i18n, leave.keep.year_not_over, year = year)}</p> });
    let nothing =
        (count == 0).then(|| view! { <p>{tu_string!(i18n, leave.keep.nothing_to_carry)}</p> });

    let columns = [
        Column::Text(tu_string!(i18n, leave.person)),
        Column::Text(tu_string!(i18n, leave.what)),
        Column::Number(tu_string!(i18n, leave.keep.unused)),
        Column::Number(tu_string!(i18n, leave.keep.carried)),
        Column::Text(tu_string!(i18n, leave.keep.note)),
    ];
    let caption = tu_string!(i18n, leave.keep.dry_run, year = year);
    (table_of(TableKind::Dense, caption, &columns, rows), nothing, open, send).into_any()
}

/// The button that carries the days over, after a confirmation.
fn carry(i18n: Language, year: i32, count: usize) -> AnyView {
    let effect = tu_string!(i18n, leave.keep.carry_effect);
    let text = tu_string!(i18n, leave.keep.carry_now, count = count, year = year + 1);
    let form = SentForm {
        id: "year-end-form".to_owned(),
        question: Some(Question::new(
            tu_string!(i18n, leave.keep.carry_ask, count = count, year = year + 1),
            effect,
            text.clone(),
        )),
        ..saving_form("")
    };
    let button = ActionButton::new("button button-primary", IconName::Calendar, text);
    view! {
        <div class="stack-tight">
            {action_form::<CloseYear>(form, vec![("year", year.to_string())], None, button)}
            <p class="field-hint">{effect}</p>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, line: YearEndLine) -> [Cell; 5] {
    let note = if line.locked {
        tu_string!(i18n, leave.keep.note_locked)
    } else if line.already_carried {
        tu_string!(i18n, leave.keep.note_done)
    } else {
        tu_string!(i18n, ui.nothing)
    };
    [
        Cell::head(line.staff_name),
        Cell::text(type_label(i18n, line.leave_type)),
        Cell::figure(line.available.map(number)),
        Cell::figure(number(line.carried)),
        Cell::text(note),
    ]
}
