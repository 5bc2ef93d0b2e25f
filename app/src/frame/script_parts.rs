//! Templates and texts for the page scripts.

use leptos::prelude::*;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::toast::toast_area;

/// The toast area, and the templates for the errors of a refused form.
pub fn script_parts() -> AnyView {
    view! {
        <div>
            {toast_area()}
            <template id="refusal">
                <div class="notice" data-tone="danger" role="alert" tabindex="-1">
                    <Icon name=IconName::AlertTriangle/>
                    <div class="notice-body">
                        <p class="notice-title"></p>
                        <ul>
                            <li>
                                <a></a>
                            </li>
                        </ul>
                        <p></p>
                    </div>
                </div>
            </template>
            <template id="field-note">
                <div class="field-foot">
                    <p class="field-error">
                        <Icon name=IconName::AlertTriangle/>
                    </p>
                </div>
            </template>
            {words()}
        </div>
    }
    .into_any()
}

/// The texts that the scripts display.
fn words() -> AnyView {
    let i18n = use_i18n();
    view! {
        <template
            id="words"
            data-lost-title=tu_string!(i18n, error.summary_title)
            data-lost=tu_string!(i18n, error.unavailable)
            data-required=tu_string!(i18n, ui.validity.missing)
            data-choose=tu_string!(i18n, ui.validity.choose)
            data-tick=tu_string!(i18n, ui.validity.tick)
            data-email=tu_string!(i18n, ui.validity.email)
            data-date=tu_string!(i18n, ui.validity.date)
            data-select=tu_string!(i18n, ui.validity.select)
            data-number=tu_string!(i18n, ui.validity.number)
            data-wrong=tu_string!(i18n, ui.validity.wrong)
            data-from=tu_string!(i18n, error.field.from_day)
            data-until=tu_string!(i18n, error.field.until_day)
        ></template>
    }
    .into_any()
}
