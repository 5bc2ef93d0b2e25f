//! Dialogs of actions: a button opens one, and it asks for what the action needs. The browser opens
//! and closes them, so they work without JavaScript.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::icon::{Icon, IconName};
use super::label::Language;
use super::sent_form::{SentForm, hidden, one_of_many};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};

/// The dialog of an action, with the form that carries it out.
#[derive(Debug)]
pub struct ActionDialog {
    id: &'static str,
    title: String,
    effect: String,
    done: String,
    button: (&'static str, IconName, String),
    fields: Vec<(&'static str, String)>,
}

impl ActionDialog {
    /// A dialog with an id, a question, and the effect of the action.
    pub fn new(id: &'static str, title: impl Into<String>, effect: impl Into<String>) -> Self {
        let (title, effect) = (title.into(), effect.into());
        let button = ("button button-primary", IconName::Check, String::new());
        Self { id, title, effect, done: String::new(), button, fields: Vec::new() }
    }

    /// Sets the classes, the icon and the text of the confirming button.
    pub fn confirm(self, class: &'static str, icon: IconName, text: impl Into<String>) -> Self {
        Self { button: (class, icon, text.into()), ..self }
    }

    /// Sets the confirmation after success.
    pub fn done(self, done: impl Into<String>) -> Self {
        Self { done: done.into(), ..self }
    }

    /// Sets the hidden fields.
    pub fn fields(self, fields: Vec<(&'static str, String)>) -> Self {
        Self { fields, ..self }
    }

    /// The dialog.
    ///
    /// * `content`: the figures of the action, and its inputs.
    pub fn view<S: ServerFn<Error = UiError>>(self, content: impl IntoView + 'static) -> AnyView {
        let i18n = use_i18n();
        let Self { id, title, effect, done, button: (class, icon, text), fields } = self;
        let fields: Vec<_> = fields.into_iter().map(|(name, value)| hidden(name, value)).collect();
        let (title_id, labelled_by) = (format!("{id}-title"), format!("{id}-title"));
        let anchors = format!(r#"{{"*":"{title_id}"}}"#);
        let form = SentForm::named(format!("{id}-form")).confirm(done).anchors(anchors);
        let content = view! {
            {fields}
            <div class="dialog-body">
                <h2 id=title_id tabindex="-1">
                    {title}
                </h2>
                <p>{effect}</p>
                {content.into_any()}
            </div>
            <div class="dialog-foot">
                {cancel(i18n, id)}
                <button class=class type="submit">
                    <Icon name=icon/>
                    {text}
                </button>
            </div>
        };
        view! {
            <div class="dialog" id=id popover="auto" role="dialog" aria-labelledby=labelled_by>
                {one_of_many::<S>(form, content.into_any())}
            </div>
        }
        .into_any()
    }
}

fn cancel(i18n: Language, id: &'static str) -> AnyView {
    view! {
        <button class="button" type="button" popovertarget=id popovertargetaction="hide">
            {tu_string!(i18n, ui.cancel)}
        </button>
    }
    .into_any()
}

/// The button that opens a dialog.
///
/// * `id`: the id of the dialog.
pub fn opener(
    class: &'static str,
    id: &'static str,
    icon: IconName,
    text: impl Into<String>,
) -> AnyView {
    view! {
        <button class=class type="button" popovertarget=id aria-haspopup="dialog">
            <Icon name=icon/>
            {text.into()}
        </button>
    }
    .into_any()
}
