//! The dialog with the keys of the page and the guides, which the key `?` opens.

use leptos::prelude::*;

use crate::guide::Guide;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;

/// Keys with their effect, and a selector of the elements without which they do nothing.
type Keys = (&'static [&'static str], &'static str, &'static str);

fn all(i18n: Language) -> [Keys; 9] {
    const ROWS: &str = "tbody[data-arrows] .table-link";
    const SCALE: &str = ".score-scale input";
    [
        (&["Ctrl K", "⌘ K", "/"], tu_string!(i18n, search.key_search), ""),
        (&["?"], tu_string!(i18n, search.key_keys), ""),
        (&["Esc"], tu_string!(i18n, search.key_close), ""),
        (&["↑", "↓"], tu_string!(i18n, search.key_rows), ROWS),
        (&["j", "k"], tu_string!(i18n, search.key_next_previous), ROWS),
        (&["1–5"], tu_string!(i18n, search.key_rate), SCALE),
        (&["Delete"], tu_string!(i18n, search.key_clear), SCALE),
        (&["↑", "↓"], tu_string!(i18n, search.key_next_row), SCALE),
        (&["Enter"], tu_string!(i18n, search.key_comment), SCALE),
    ]
}

/// The dialog. The page script hides the keys that do nothing on the page.
#[component]
pub fn KeysDialog() -> impl IntoView {
    let i18n = use_i18n();
    let guide = Guide::of(&use_me());
    let rows = all(i18n).into_iter().map(|(keys, effect, needs)| {
        let keys: Vec<_> =
            keys.iter().map(|key| view! { <kbd dir="ltr">{*key}</kbd> " " }).collect();
        view! {
            <div class="key-row" data-needs=needs>
                <dt>{keys}</dt>
                <dd>{effect}</dd>
            </div>
        }
    });
    view! {
        <dialog class="dialog" id="keys" aria-labelledby="keys-title">
            <div class="dialog-body">
                <h2 id="keys-title">{tu_string!(i18n, search.keys)}</h2>
                <dl class="key-list">{rows.collect::<Vec<_>>()}</dl>
                <label class="choice">
                    <input type="checkbox" autocomplete="off" checked=true/>
                    <span>{tu_string!(i18n, search.single_keys)}</span>
                </label>
            </div>
            <div class="dialog-foot">
                <a class="button" href=guide.address()>
                    <Icon name=IconName::FileText/>
                    {guide.title(i18n.locale())}
                </a>
                <a class="button" href="/guide">{tu_string!(i18n, guide.all)}</a>
                <button class="button" type="button" autofocus data-close="">
                    {tu_string!(i18n, ui.close)}
                </button>
            </div>
        </dialog>
    }
    .into_any()
}
