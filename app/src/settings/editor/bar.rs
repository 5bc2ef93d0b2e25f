//! The bar at the bottom: the save status, the score of the sample form, and the save button with
//! the reason why it is disabled.

use leptos::prelude::*;

use super::{Editor, sample};
use crate::i18n::{tu_string, use_i18n};
use crate::settings::draft::Problem;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::preview::preview;

pub fn bar(editor: Editor, busy: Signal<bool>, on_save: Callback<()>) -> AnyView {
    let i18n = use_i18n();
    view! {
        <div class="action-bar" role="region" aria-label=tu_string!(i18n, settings.editor.bar)>
            <div class="action-bar-inner">
                {save_mark(i18n, editor)}
                {sample_preview(i18n, editor)}
                {save_button(i18n, editor, busy, on_save)}
            </div>
        </div>
    }
    .into_any()
}

fn save_mark(i18n: Language, editor: Editor) -> AnyView {
    let is_changed = Memo::new(move |_| editor.is_changed() || editor.is_new.get());
    let state = move || if is_changed.get() { "queued" } else { "saved" };
    let text = move || {
        if is_changed.get() {
            tu_string!(i18n, settings.editor.unsaved)
        } else {
            tu_string!(i18n, settings.editor.all_saved)
        }
    };
    let icon = move || {
        let name = if is_changed.get() { IconName::CloudOff } else { IconName::CloudCheck };
        view! { <Icon name/> }
    };
    view! {
        <span class="save-mark" data-state=state role="status">
            {icon}
            {text}
        </span>
    }
    .into_any()
}

/// The score of the sample form; it expands to the rows.
fn sample_preview(i18n: Language, editor: Editor) -> AnyView {
    let title = tu_string!(i18n, settings.sample.title);
    let result = view! {
        <span class="preview-score">{move || sample::section_score(editor)}</span>
        <span class="preview-band">
            {title}
            <span class="preview-sub">{tu_string!(i18n, settings.sample.sub)}</span>
        </span>
    };
    let rows = view! { <div class="preview-panel-inner">{sample::sample(editor)}</div> };
    preview(result, title, rows)
}

fn save_button(
    i18n: Language,
    editor: Editor,
    busy: Signal<bool>,
    on_save: Callback<()>,
) -> AnyView {
    let reason = Memo::new(move |_| match editor.problem.get() {
        Some(problem) => Some(problem_text(i18n, editor, &problem)),
        None if !editor.is_changed() && !editor.is_new.get() => {
            Some(tu_string!(i18n, settings.problem.unchanged).to_owned())
        }
        None => None,
    });
    let icon = move || {
        let name = if reason.read().is_some() { IconName::Lock } else { IconName::Save };
        view! { <Icon name/> }
    };
    let save = move |_| {
        if reason.read_untracked().is_none() && !busy.get_untracked() {
            on_save.run(());
        }
    };
    let shown = move || {
        reason.get().map(|text| {
            view! {
                <p class="reason" id="save-reason">
                    {text}
                </p>
            }
        })
    };
    view! {
        <div class="bar-actions">
            {shown}
            <button
                class="button button-primary"
                type="button"
                aria-busy=move || busy.get().then_some("true")
                aria-disabled=move || reason.read().is_some().then_some("true")
                aria-describedby=move || reason.read().is_some().then_some("save-reason")
                on:click=save
            >
                {icon}
                {tu_string!(i18n, settings.editor.save)}
            </button>
        </div>
    }
    .into_any()
}

fn problem_text(i18n: Language, editor: Editor, problem: &Problem) -> String {
    // Rows are numbered as users see them: without the heads of categories.
    let number = |index: usize| {
        let lines = editor.lines.read();
        lines.iter().take(index + 1).filter(|line| !line.is_category).count()
    };
    let is_category =
        |index: usize| editor.lines.read().get(index).is_some_and(|line| line.is_category);
    let sum_of = |check: &shared::weight::SumCheck| {
        (check.sum.to_string(), check.expected.to_string(), check.tolerance.to_string())
    };
    match problem {
        Problem::NoName => tu_string!(i18n, settings.problem.no_name).to_owned(),
        Problem::NoRows(None) => tu_string!(i18n, settings.problem.no_rows).to_owned(),
        Problem::NoRows(Some(name)) => {
            tu_string!(i18n, settings.problem.no_rows_in, name = name.clone())
        }
        Problem::TooMany => tu_string!(i18n, settings.problem.too_many).to_owned(),
        Problem::SameCategory(name) => {
            tu_string!(i18n, settings.problem.same_category, name = name.clone())
        }
        Problem::NoLabel(index) if is_category(*index) => {
            tu_string!(i18n, settings.problem.no_category_label).to_owned()
        }
        Problem::NoLabel(index) => {
            tu_string!(i18n, settings.problem.no_label, number = number(*index))
        }
        Problem::NoWeight(index) if is_category(*index) => {
            tu_string!(i18n, settings.problem.no_category_weight).to_owned()
        }
        Problem::NoWeight(index) => {
            tu_string!(i18n, settings.problem.no_weight, number = number(*index))
        }
        Problem::Whole(check) => {
            let (sum, expected, allowed) = sum_of(check);
            tu_string!(
                i18n,
                settings.problem.whole,
                sum = sum,
                expected = expected,
                allowed = allowed
            )
        }
        Problem::Category(name, check) => {
            let (sum, expected, _) = sum_of(check);
            let name = name.clone();
            tu_string!(i18n, settings.problem.category, name = name, sum = sum, expected = expected)
        }
    }
}
