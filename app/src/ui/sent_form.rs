//! Forms that the page script submits, or the browser itself without JavaScript.

use leptos::prelude::*;
use leptos::server::ServerActionError;
use leptos::server_fn::ServerFn;
use leptos::server_fn::error::ServerFnUrlError;

use super::one_time_key::one_time_key;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::error_summary::summary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::typed::draft_key;

/// The settings of a form: how it is submitted, and the next step.
#[derive(Clone, Debug, Default)]
pub struct SentForm {
    /// The id of the form; it contains the id of the record if the page has one form for each.
    pub id: String,
    pub class: &'static str,
    /// The confirmation after success; empty for none.
    pub confirm: String,
    /// True if unsent input is stored and restored when the same user opens the form again.
    pub keeps_draft: bool,
    /// The key of the initial state if a form has several: unsent input is stored for each.
    pub draft_variant: String,
    /// The question before submission; none for a form that is sent immediately.
    pub question: Option<Question>,
    /// The id of the template for a response that is displayed once; empty for a form that
    /// redirects.
    pub result: &'static str,
    /// True if the displayed response replaces the form.
    pub is_replaced: bool,
    /// True if the response contains a secret, which would be recorded for an idempotency key.
    pub has_no_key: bool,
    /// The ids of inputs by the paths of their fields, as JSON, if the two differ.
    pub anchors: String,
}

impl SentForm {
    /// A form with an id.
    pub fn named(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// A form in a card that creates or changes a record and stores unsent input.
    pub fn draft_card(id: impl Into<String>) -> Self {
        Self { id: id.into(), class: "card", keeps_draft: true, ..Self::default() }
    }

    /// Sets the CSS classes.
    pub fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// Sets the confirmation after success.
    pub fn confirm(self, confirm: impl Into<String>) -> Self {
        Self { confirm: confirm.into(), ..self }
    }

    /// Sets the question before submission.
    pub fn asks(self, question: Question) -> Self {
        Self { question: Some(question), ..self }
    }

    /// Sets the id of the template for a response that is displayed once.
    pub fn result(self, result: &'static str) -> Self {
        Self { result, ..self }
    }

    /// Sets the ids of inputs by the paths of their fields, as JSON.
    pub fn anchors(self, anchors: impl Into<String>) -> Self {
        Self { anchors: anchors.into(), ..self }
    }
}

/// The button of a form that has no other.
#[derive(Clone, Debug)]
pub struct ActionButton {
    class: &'static str,
    icon: IconName,
    text: String,
}

impl ActionButton {
    pub fn new(class: &'static str, icon: IconName, text: impl Into<String>) -> Self {
        Self { class, icon, text: text.into() }
    }
}

/// The question before a form is submitted. Without JavaScript the form is submitted immediately,
/// so the page also displays the effect next to it.
#[derive(Clone, Debug)]
pub struct Question {
    pub title: String,
    /// The effect.
    pub effect: String,
    /// The text of the confirming button.
    pub confirm: String,
}

impl Question {
    /// The question, the effect of the action, and the label of the confirming button.
    pub fn new(
        title: impl Into<String>,
        effect: impl Into<String>,
        confirm: impl Into<String>,
    ) -> Self {
        Self { title: title.into(), effect: effect.into(), confirm: confirm.into() }
    }
}

/// The error of a form that was posted without JavaScript. It comes from the URL, which anyone can
/// construct: only known texts are displayed.
pub fn refused<S: ServerFn<Error = UiError>>() -> Option<UiError> {
    let error = use_context::<ServerActionError>()?;
    (error.path() == S::PATH).then(|| ServerFnUrlError::<UiError>::decode_err(error.err()))
}

/// The summary of that error.
pub fn refusal<S: ServerFn<Error = UiError>>() -> Option<AnyView> {
    refused::<S>().map(|error| summary(&error, NodeRef::new(), None))
}

/// A form with its error.
///
/// * `content`: the fields and the button.
pub fn sent_form<S: ServerFn<Error = UiError>>(form: SentForm, content: AnyView) -> AnyView {
    view! {
        {refusal::<S>()}
        {one_of_many::<S>(form, content)}
    }
    .into_any()
}

/// A form on a page with several forms of the same action, where the page displays the [`refusal`]
/// once.
///
/// * `content`: the fields and the button.
pub fn one_of_many<S: ServerFn<Error = UiError>>(form: SentForm, content: AnyView) -> AnyView {
    let SentForm { id, class, confirm, keeps_draft, question: prompt, result, .. } = form;
    let SentForm { is_replaced, has_no_key, anchors, draft_variant, .. } = form;
    let restored_notice = keeps_draft.then(|| restored_notice(&id));
    let keep = keeps_draft.then(|| draft_key(&format!("{id}{draft_variant}")));
    let dialog_id = prompt.is_some().then(|| format!("{id}-question"));
    let dialog = dialog_id.clone().zip(prompt).map(|(id, prompt)| question(id, prompt));
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    view! {
        {restored_notice}
        <form
            id=given(&id)
            class=given(class)
            method="post"
            action=S::PATH
            data-sent=""
            data-confirm=given(&confirm)
            data-keep=keep
            data-question=dialog_id
            data-result=given(result)
            data-replaced=is_replaced.then_some("")
            data-anchors=given(&anchors)
        >
            {(!has_no_key).then(one_time_key)}
            {content}
        </form>
        {dialog}
    }
    .into_any()
}

/// The notice that unsent input was restored.
pub fn restored_notice(form: &str) -> AnyView {
    let i18n = use_i18n();
    view! {
        <div role="status">
            <div
                class="notice"
                id=format!("{form}-kept")
                data-tone=Tone::Neutral.as_str()
                hidden=true
            >
                <Icon name=IconName::Info/>
                <div class="notice-body">
                    <p class="notice-title">{tu_string!(i18n, ui.typed.back)}</p>
                    <p>
                        <button class="button" type="button" data-begin-anew=form.to_owned()>
                            {tu_string!(i18n, ui.typed.begin_anew)}
                        </button>
                    </p>
                </div>
            </div>
        </div>
    }
    .into_any()
}

/// A form with a single button.
///
/// * `fields`: the hidden fields.
/// * `said`: additional inputs above the button.
pub fn action_form<S: ServerFn<Error = UiError>>(
    form: SentForm,
    fields: Vec<(&'static str, String)>,
    said: Option<AnyView>,
    button: ActionButton,
) -> AnyView {
    let ActionButton { class, icon, text } = button;
    let fields: Vec<_> = fields.into_iter().map(|(name, value)| hidden(name, value)).collect();
    let content = view! {
        {fields}
        {said}
        <button class=class type="submit">
            <Icon name=icon/>
            {text}
        </button>
    };
    sent_form::<S>(form, content.into_any())
}

/// A view that is displayed once, after a form was submitted, and the element for it. Texts contain
/// fields of the response in braces.
///
/// * `id`: the `result` of the form.
pub fn result_template(id: &'static str, view: AnyView) -> AnyView {
    view! {
        <div id=format!("{id}-place") aria-live="polite"></div>
        <template id=id>{view}</template>
    }
    .into_any()
}

/// A notice for [`result_template`].
///
/// * `title`: the title, with fields of the response in braces.
/// * `children`: the content.
#[component]
pub fn ResultNotice(#[prop(into)] title: String, children: Children) -> impl IntoView {
    view! {
        <div class="notice" data-tone=Tone::Success.as_str()>
            <Icon name=IconName::CheckCircle/>
            <div class="notice-body">
                <p class="notice-title" data-text=title></p>
                {children()}
            </div>
        </div>
    }
    .into_any()
}

/// A read-only field with a secret for [`result_template`], with a copy button.
///
/// * `value`: the field of the response, in braces.
pub fn secret_field(label: &'static str, hint: &'static str, value: &'static str) -> AnyView {
    view! {
        <label class="field">
            <span class="field-label">{label}</span>
            <input
                class="input"
                type="text"
                dir="ltr"
                readonly
                autocomplete="off"
                data-value=value
            />
            <span class="field-hint">{hint}</span>
        </label>
    }
    .into_any()
}

/// The submit button of a form.
pub fn send_button(text: &'static str) -> AnyView {
    view! {
        <button class="button button-primary" type="submit">
            {text}
        </button>
    }
    .into_any()
}

/// The fields of a form in a card, with the submit button below.
pub fn form_card(fields: impl IntoView + 'static, send: &'static str) -> AnyView {
    form_card_with(fields, send_button(send))
}

/// Like [`form_card`], with a custom footer.
pub fn form_card_with(fields: impl IntoView + 'static, foot: impl IntoView + 'static) -> AnyView {
    view! {
        <div class="card-body form">{fields.into_any()}</div>
        <div class="card-foot">{foot.into_any()}</div>
    }
    .into_any()
}

pub fn hidden(name: &'static str, value: impl ToString) -> AnyView {
    let value = value.to_string();
    view! { <input type="hidden" name=name value=value/> }.into_any()
}

/// The dialog with the question of a form, which the page script opens.
///
/// * `id`: the id of the dialog; its title has the id `{id}-title`.
pub fn question(id: String, prompt: Question) -> AnyView {
    let i18n = use_i18n();
    let Question { title, effect, confirm } = prompt;
    let (title_id, labelled_by) = (format!("{id}-title"), format!("{id}-title"));
    view! {
        <dialog class="dialog" id=id aria-labelledby=labelled_by>
            <div class="dialog-body">
                <h2 id=title_id>{title}</h2>
                <p>{effect}</p>
            </div>
            <form class="dialog-foot" method="dialog">
                <button class="button" type="submit" value="no">
                    {tu_string!(i18n, ui.cancel)}
                </button>
                <button class="button button-primary" type="submit" value="yes">
                    {confirm}
                </button>
            </form>
        </dialog>
    }
    .into_any()
}
