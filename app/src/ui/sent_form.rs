//! Forms that the script of the page sends, and the browser itself where there is no script.

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
use crate::ui::typed::kept_as;

/// The settings of a form: how it is sent, and what follows.
#[derive(Clone, Debug, Default)]
pub struct SentForm {
    /// Of the form; one that changes a record is called after it.
    pub id: String,
    pub class: &'static str,
    /// The confirmation after success; empty for none.
    pub confirm: String,
    /// True when what is typed and not sent comes back when its reader opens the form again.
    pub is_kept: bool,
    /// The key of the initial state if a form has several: unsent input is stored for each.
    pub kept_for: String,
    /// The question before submission; none for a form that is sent immediately.
    pub question: Option<Question>,
    /// The id of what shows an answer that is shown once; empty for a form that leads on.
    pub result: &'static str,
    /// True when what is shown takes the place of the form.
    pub is_replaced: bool,
    /// True when the answer holds a secret: a one-time key would have it recorded.
    pub has_no_key: bool,
    /// From the paths of fields to the ids of their inputs, as JSON, where the two differ.
    pub anchors: &'static str,
}

impl SentForm {
    /// A form with an id.
    pub fn named(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// A form that changes a record or makes one: a card of which what is typed is kept.
    pub fn kept_card(id: impl Into<String>) -> Self {
        Self { id: id.into(), class: "card", is_kept: true, ..Self::default() }
    }

    /// Its classes.
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

    /// The id of what shows an answer that is shown once.
    pub fn result(self, result: &'static str) -> Self {
        Self { result, ..self }
    }

    /// From the paths of fields to the ids of their inputs, as JSON.
    pub fn anchors(self, anchors: &'static str) -> Self {
        Self { anchors, ..self }
    }
}

/// The button of a form that has no other.
#[derive(Clone, Debug)]
pub struct ActButton {
    class: &'static str,
    icon: IconName,
    text: String,
}

impl ActButton {
    /// A button with its classes.
    pub fn new(class: &'static str, icon: IconName, text: impl Into<String>) -> Self {
        Self { class, icon, text: text.into() }
    }
}

/// The question before a form is sent. Without JavaScript the form is sent immediately, so the page
/// also displays the effect beside it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question.
    pub title: String,
    /// The effect.
    pub effect: String,
    /// The text of the confirming button.
    pub confirm: String,
}

impl Question {
    /// The question, what will happen, and what the button that acts says.
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

/// The same in words.
pub fn refusal<S: ServerFn<Error = UiError>>() -> Option<AnyView> {
    refused::<S>().map(|error| summary(&error, NodeRef::new(), None))
}

/// The form.
///
/// * `content`: its fields and its button.
pub fn sent_form<S: ServerFn<Error = UiError>>(form: SentForm, content: AnyView) -> AnyView {
    view! {
        {refusal::<S>()}
        {one_of_many::<S>(form, content)}
    }
    .into_any()
}

/// The form where others on the page do the same: the page shows the [`refusal`] once.
///
/// * `content`: its fields and its button.
pub fn one_of_many<S: ServerFn<Error = UiError>>(form: SentForm, content: AnyView) -> AnyView {
    let SentForm { id, class, confirm, is_kept, question: asked, result, .. } = form;
    let SentForm { is_replaced, has_no_key, anchors, kept_for, .. } = form;
    let kept_notice = is_kept.then(|| kept_notice(&id));
    let keep = is_kept.then(|| kept_as(&format!("{id}{kept_for}")));
    let dialog_id = asked.is_some().then(|| format!("{id}-question"));
    let dialog = dialog_id.clone().zip(asked).map(|(id, asked)| question(id, asked));
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    view! {
        {kept_notice}
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
            data-anchors=given(anchors)
        >
            {(!has_no_key).then(one_time_key)}
            {content}
        </form>
        {dialog}
    }
    .into_any()
}

/// Says that what was typed before is back.
pub fn kept_notice(form: &str) -> AnyView {
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

/// A form of one button.
///
/// * `fields`: what it sends.
/// * `said`: what is filled in above the button.
pub fn act_form<S: ServerFn<Error = UiError>>(
    form: SentForm,
    fields: Vec<(&'static str, String)>,
    said: Option<AnyView>,
    button: ActButton,
) -> AnyView {
    let ActButton { class, icon, text } = button;
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

/// A view that is displayed once after a form, and its place. Texts contain fields of the response
/// in braces.
///
/// * `id`: the form's `result`.
pub fn shown_once(id: &'static str, view: AnyView) -> AnyView {
    view! {
        <div id=format!("{id}-place") aria-live="polite"></div>
        <template id=id>{view}</template>
    }
    .into_any()
}

/// A notice for [`shown_once`].
///
/// * `title`: its title; names members of the answer in braces.
/// * `children`: what is shown.
#[component]
pub fn OnceNotice(#[prop(into)] title: String, children: Children) -> impl IntoView {
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

/// A secret for [`shown_once`], to be copied.
///
/// * `value`: the member of the answer, in braces.
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

/// The button that sends a form.
pub fn send_button(text: &'static str) -> AnyView {
    view! {
        <button class="button button-primary" type="submit">
            {text}
        </button>
    }
    .into_any()
}

/// The fields of a form in a card, and below them the button that sends it.
pub fn form_card(fields: impl IntoView + 'static, send: &'static str) -> AnyView {
    form_card_with(fields, send_button(send))
}

/// The same with more than a button below the fields.
pub fn form_card_with(fields: impl IntoView + 'static, foot: impl IntoView + 'static) -> AnyView {
    view! {
        <div class="card-body form">{fields.into_any()}</div>
        <div class="card-foot">{foot.into_any()}</div>
    }
    .into_any()
}

/// A hidden input.
pub fn hidden(name: &'static str, value: impl ToString) -> AnyView {
    let value = value.to_string();
    view! { <input type="hidden" name=name value=value/> }.into_any()
}

/// The question before a form acts; the script of the page asks it.
///
/// * `id`: of the dialog; its title is `{id}-title`.
pub fn question(id: String, asked: Question) -> AnyView {
    let i18n = use_i18n();
    let Question { title, effect, confirm } = asked;
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
