//! The confirmation dialog for actions that cannot be undone.

use leptos::html;
use leptos::prelude::*;

use crate::i18n::{tu_string, use_i18n};

/// A modal dialog. The cancel button comes first and has the focus; Escape cancels too.
///
/// * `id`: the id of the dialog; its title has the id `{id}-title`.
/// * `title`: the question.
/// * `confirm`: the label of the confirming button.
/// * `cancel`: the label of the cancel button; by default "Cancel".
/// * `open`: true while the dialog is displayed; set it to open the dialog.
/// * `on_confirm`: the action.
/// * `children`: the effect of the action.
#[component]
pub fn Dialog(
    id: &'static str,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] confirm: Signal<String>,
    #[prop(into, optional)] cancel: String,
    open: RwSignal<bool>,
    on_confirm: Callback<()>,
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    let node = NodeRef::<html::Dialog>::new();
    let cancel = if cancel.is_empty() { tu_string!(i18n, ui.cancel).to_owned() } else { cancel };
    Effect::new(move |_| {
        let Some(dialog) = node.get() else { return };
        if open.get() && !dialog.open() {
            // Only fails if the dialog is already open, which was checked above.
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    let act = move |_| {
        if !open.get_untracked() {
            return;
        }
        open.set(false);
        on_confirm.run(());
    };
    view! {
        <dialog
            class="dialog"
            id=id
            aria-labelledby=format!("{id}-title")
            node_ref=node
            on:close=move |_| open.set(false)
        >
            <div class="dialog-body">
                <h2 id=format!("{id}-title")>{move || title.get()}</h2>
                {children()}
            </div>
            <div class="dialog-foot">
                <button
                    class="button"
                    type="button"
                    autofocus=true
                    on:click=move |_| open.set(false)
                >
                    {cancel}
                </button>
                <button class="button button-primary" type="button" on:click=act>
                    {move || confirm.get()}
                </button>
            </div>
        </dialog>
    }
    .into_any()
}
