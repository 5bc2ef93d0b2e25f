//! The sum of the weights, the remainder, and the tools that distribute them.

use leptos::prelude::*;
use shared::weight::{SumCheck, Weight};

use super::{Editor, EditorLine};
use crate::i18n::{tu_string, use_i18n};
use crate::settings::draft::{Subject, Tool, block_sum, fit_all, fit_block, total_sum};
use crate::ui::badge::{Tone, ToneText};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, share_text};

/// The sum and the remainder of the whole record, with the tools.
pub fn totals(editor: Editor) -> AnyView {
    let i18n = use_i18n();
    let title = match editor.subject {
        Subject::Template => tu_string!(i18n, settings.editor.rows_of_template),
        Subject::Catalog(_) => tu_string!(i18n, settings.editor.rows_of_catalog),
    };
    let check = Memo::new(move |_| total_sum(editor.subject, &editor.draft.read().lines));
    let of = match editor.subject {
        Subject::Template => tu_string!(i18n, settings.editor.categories),
        Subject::Catalog(_) => tu_string!(i18n, settings.editor.rows),
    };
    let fit = Callback::new(move |tool| {
        editor.set_weights(editor.draft.with_untracked(|draft| fit_all(&draft.lines, tool)));
    });
    view! {
        <div class="card-head weights-total">
            <h2 id="rows-title">{title}</h2>
            <p class="cluster">
                <span>{of} " " {move || sum_text(i18n, check.read().sum)}</span>
                {move || residual(i18n, &check.read())}
            </p>
            {tools(i18n, None, fit)}
            <p class="visually-hidden" role="status">{move || editor.note.get()}</p>
        </div>
    }
    .into_any()
}

/// The sum and the remainder of one category, with the tools.
pub fn category_totals(editor: Editor, line: EditorLine) -> AnyView {
    let i18n = use_i18n();
    let check = Memo::new(move |_| {
        let index = editor.index(line.number);
        let draft = editor.draft.read();
        let block = super::block_at(&draft.lines, index)?;
        Some(block_sum(&draft.lines, &block))
    });
    let fit = Callback::new(move |tool| {
        let block = editor.block_of(line.number);
        let fitted = editor
            .draft
            .with_untracked(|draft| block.and_then(|block| fit_block(&draft.lines, &block, tool)));
        editor.set_weights(fitted);
    });
    let shown = move || {
        check.get().map(|check| {
            view! {
                <span>
                    {tu_string!(i18n, settings.editor.rows)} " " {sum_text(i18n, check.sum)}
                </span>
                {residual(i18n, &check)}
            }
        })
    };
    view! {
        <p class="cluster weights-sum">{shown}</p>
        {tools(i18n, Some(line), fit)}
    }
    .into_any()
}

/// A sum as a decimal number and a percentage: `0.6000 · 60.00 %`.
fn sum_text(i18n: Language, sum: Weight) -> String {
    tu_string!(i18n, settings.editor.sum, sum = sum.to_string(), share = share_text(sum))
}

/// The remaining weight, as text and colour.
fn residual(i18n: Language, check: &SumCheck) -> AnyView {
    let left = check.residual();
    let (allowed, size) =
        (check.tolerance.to_string(), Weight::from_ten_thousandths(left.ten_thousandths().abs()));
    let size = size.to_string();
    let text = match left.ten_thousandths() {
        0 => tu_string!(i18n, settings.editor.adds_up).to_owned(),
        1.. if check.holds => {
            tu_string!(i18n, settings.editor.left_allowed, left = size)
        }
        1.. => tu_string!(i18n, settings.editor.left, left = size, allowed = allowed),
        _ if check.holds => {
            tu_string!(i18n, settings.editor.over_allowed, left = size)
        }
        _ => tu_string!(i18n, settings.editor.over, left = size, allowed = allowed),
    };
    let (tone, icon) = if check.holds {
        (Tone::Success, IconName::Check)
    } else {
        (Tone::Danger, IconName::AlertTriangle)
    };
    view! { <ToneText tone icon text/> }.into_any()
}

/// The buttons that spread or scale the weights of a category, or without a line those of the whole
/// record.
fn tools(i18n: Language, line: Option<EditorLine>, fit: Callback<Tool>) -> AnyView {
    let tool = move |tool: Tool, text: &'static str| {
        let label = move || {
            let line = line?;
            let name = line.cells.read().label.clone();
            Some(tu_string!(i18n, settings.editor.tool_of, tool = text, name = name))
        };
        view! {
            <button
                class="button button-quiet"
                type="button"
                aria-label=label
                on:click=move |_| fit.run(tool)
            >
                {text}
            </button>
        }
        .into_any()
    };
    view! {
        <div class="button-row">
            {tool(Tool::Spread, tu_string!(i18n, settings.editor.spread))}
            {tool(Tool::Scale, tu_string!(i18n, settings.editor.scale))}
        </div>
    }
    .into_any()
}
