//! The year-end: first what would be carried, then carrying it.

use leptos::prelude::*;
use shared::leave::days::Days;
use shared::leave::year_end::{YearEnd, YearEndLine};

use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::{number, type_label};
use crate::leave::manage_page::saving_form;
use crate::leave::serverfns::CloseYear;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::sent_form::{ActButton, Question, SentForm, act_form};

/// The years that can be closed, and the dry run of the chosen one.
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
    let rows: Vec<_> = year_end.data.into_iter().map(|line| row(i18n, line)).collect();
    let send = (count > 0 && is_over).then(|| carry(i18n, year, count));
    let open = (!is_over)
        .then(|| view! { <p>{tu_string!(i18n, leave.keep.year_not_over, year = year)}</p> });
    let nothing =
        (count == 0).then(|| view! { <p>{tu_string!(i18n, leave.keep.nothing_to_carry)}</p> });

    view! {
        <div class="table-card">
            <table class="table table-cards table-dense" role="table">
                <caption class="visually-hidden">
                    {tu_string!(i18n, leave.keep.dry_run, year = year)}
                </caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th scope="col" role="columnheader">{tu_string!(i18n, leave.person)}</th>
                        <th scope="col" role="columnheader">{tu_string!(i18n, leave.what)}</th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, leave.keep.unused)}
                        </th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, leave.keep.carried)}
                        </th>
                        <th scope="col" role="columnheader">{tu_string!(i18n, leave.keep.note)}</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
        {nothing}
        {open}
        {send}
    }
    .into_any()
}

/// Carries the days, once that is sure.
fn carry(i18n: Language, year: i32, count: usize) -> AnyView {
    let effect = tu_string!(i18n, leave.keep.carry_effect);
    let text = tu_string!(i18n, leave.keep.carry_now, count = count, year = year + 1);
    let form = SentForm {
        id: "year-end-form".to_owned(),
        question: Some(Question {
            title: tu_string!(i18n, leave.keep.carry_ask, count = count, year = year + 1),
            effect: effect.to_owned(),
            confirm: text.clone(),
        }),
        ..saving_form("")
    };
    let button = ActButton { class: "button button-primary", icon: IconName::Calendar, text };
    view! {
        <div class="stack-tight">
            {act_form::<CloseYear>(form, vec![("year", year.to_string())], None, button)}
            <p class="field-hint">{effect}</p>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, line: YearEndLine) -> AnyView {
    let note = if line.locked {
        tu_string!(i18n, leave.keep.note_locked)
    } else if line.already_carried {
        tu_string!(i18n, leave.keep.note_done)
    } else {
        tu_string!(i18n, ui.nothing)
    };
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">{line.staff_name}</th>
            <td role="cell" data-label=tu_string!(i18n, leave.what)>
                {type_label(i18n, line.leave_type)}
            </td>
            <td role="cell" class="number" data-label=tu_string!(i18n, leave.keep.unused)>
                {line.available.map(number)}
            </td>
            <td role="cell" class="number" data-label=tu_string!(i18n, leave.keep.carried)>
                {number(line.carried)}
            </td>
            <td role="cell" data-label=tu_string!(i18n, leave.keep.note)>{note}</td>
        </tr>
    }
    .into_any()
}
