//! The one question before something that cannot be undone.

use leptos::html;
use leptos::prelude::*;

use crate::i18n::{tu_string, use_i18n};

/// A modal question. The safe answer comes first and has the focus; Escape means it too.
///
/// * `id`: of the dialog; its title is `{id}-title`.
/// * `title`: the question.
/// * `confirm`: what the button that acts says.
/// * `cancel`: what the safe button says; "Cancel" unless said.
/// * `open`: true while it is shown; set it to ask.
/// * `on_confirm`: the act.
/// * `children`: what will happen.
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
            // A dialog that is open already cannot be opened again; that was looked at above.
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
                <button class="button" type="button" on:click=move |_| open.set(false)>
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
