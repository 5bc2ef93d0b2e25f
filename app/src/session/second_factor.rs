//! The second factor of an account: setup and recovery codes. Secrets are only sent in responses to
//! actions of the user, never in a rendered page.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::codes::codes;
use super::password_page::current_password;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::PageHead;
use crate::ui::sent_form::{SentForm, form_card, result_template, secret_field, sent_form};

/// The number of remaining recovery codes from which on a warning is displayed.
const FEW: u32 = 3;
const QR_SIZE: &str = "240";
/// The id of the template for recovery codes.
const CODES: &str = "codes";
/// The id of the template for the setup data.
const SETUP: &str = "setup";

/// The page about the second factor of an account. `B` starts the setup, `C` completes it with the
/// first code, and `R` replaces the recovery codes.
///
/// * `remaining`: unused recovery codes; none without a second factor.
/// * `lead`: the introduction of the page.
/// * `done`: the path of the page that follows once the codes are stored.
/// * `below`: additional content of the page.
pub(crate) fn second_factor<B, C, R>(
    remaining: Option<u32>,
    lead: &'static str,
    done: &'static str,
    below: Option<AnyView>,
) -> AnyView
where
    B: ServerFn<Error = UiError>,
    C: ServerFn<Error = UiError>,
    R: ServerFn<Error = UiError>,
{
    let i18n = use_i18n();
    let content = if remaining.is_some() {
        view! {
            <FactorNotice remaining/>
            {regenerate::<R>(i18n)}
        }
        .into_any()
    } else {
        enrol::<B, C>(i18n)
    };

    PageHead::new(tu_string!(i18n, mfa.title), lead).narrow().page((
        result_template(CODES, codes(i18n, done)),
        content,
        below,
    ))
}

/// The form that starts the setup, and the parts that its responses fill: setup data and recovery
/// codes.
fn enrol<B, C>(i18n: Language) -> AnyView
where
    B: ServerFn<Error = UiError>,
    C: ServerFn<Error = UiError>,
{
    let form = SentForm { id: "begin".to_owned(), result: SETUP, ..secret_form() };
    let content = form_card(
        view! {
            <p>{tu_string!(i18n, mfa.off)}</p>
            {current_password(i18n, tu_string!(i18n, mfa.password_hint))}
        },
        tu_string!(i18n, mfa.begin),
    );
    view! {
        {result_template(SETUP, first_code::<C>(i18n))}
        {sent_form::<B>(form, content.into_any())}
    }
    .into_any()
}

/// The setup data for the authenticator app, and the form for its first code.
fn first_code<C: ServerFn<Error = UiError>>(i18n: Language) -> AnyView {
    let form = SentForm { id: "complete".to_owned(), result: CODES, ..secret_form() };
    let content = form_card(
        view! {
            <p>{tu_string!(i18n, mfa.scan)}</p>
            <img
                data-src="{qrCode}"
                alt=tu_string!(i18n, mfa.picture)
                width=QR_SIZE
                height=QR_SIZE
            />
            {secret_field(
                tu_string!(i18n, mfa.secret),
                tu_string!(i18n, mfa.secret_hint),
                "{secret}",
            )}
            {code_field(
                tu_string!(i18n, mfa.first_code),
                tu_string!(i18n, mfa.first_code_hint),
            )}
        },
        tu_string!(i18n, mfa.complete),
    );
    view! { <div>{sent_form::<C>(form, content.into_any())}</div> }.into_any()
}

/// The form that replaces the recovery codes.
fn regenerate<R: ServerFn<Error = UiError>>(i18n: Language) -> AnyView {
    let form = SentForm { id: "regenerate".to_owned(), result: CODES, ..secret_form() };
    let content = form_card(
        view! {
            <p>{tu_string!(i18n, mfa.regenerate_lead)}</p>
            {current_password(i18n, "")}
            {code_field(tu_string!(i18n, mfa.first_code), "")}
        },
        tu_string!(i18n, mfa.regenerate),
    );
    sent_form::<R>(form, content.into_any())
}

/// The field for a code of the second factor; an empty hint is omitted.
pub(super) fn code_field(label: &'static str, hint: &'static str) -> AnyView {
    view! {
        <TextField
            id="code"
            name="code"
            label
            hint
            autocomplete="one-time-code"
            required=true
        />
    }
    .into_any()
}

/// A form whose response is a secret: it replaces the form, and is not recorded for an idempotency
/// key.
fn secret_form() -> SentForm {
    SentForm { class: "card", is_replaced: true, has_no_key: true, ..SentForm::default() }
}

/// The status of the second factor.
///
/// * `remaining`: unused recovery codes; none without a second factor.
#[component]
pub(crate) fn FactorNotice(remaining: Option<u32>) -> impl IntoView {
    let i18n = use_i18n();
    let (tone, title) = match remaining {
        None => (Tone::Neutral, tu_string!(i18n, mfa.off_title).to_owned()),
        Some(0) => (Tone::Danger, tu_string!(i18n, mfa.none_left).to_owned()),
        Some(left) => {
            let tone = if left <= FEW { Tone::Warning } else { Tone::Success };
            (tone, tu_string!(i18n, mfa.left, count = left.to_string()))
        }
    };
    view! { <Notice tone title/> }
}

/// The banner on every page while there are few or no recovery codes left.
///
/// * `remaining`: unused recovery codes; none without a second factor.
/// * `page`: the path of the page that creates new ones.
#[component]
pub(crate) fn CodesBanner(remaining: Option<u32>, page: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let notice = match remaining {
        Some(0) => none_left(i18n, page),
        Some(left @ 1..=FEW) => few_left(i18n, left, page),
        Some(_) | None => return ().into_any(),
    };
    view! {
        <aside class="page page-narrow page-banner" aria-label=tu_string!(i18n, mfa.title)>
            {notice}
        </aside>
    }
    .into_any()
}

fn few_left(i18n: Language, left: u32, page: &'static str) -> AnyView {
    let title = tu_string!(i18n, mfa.banner_few, count = left.to_string());
    view! {
        <Notice tone=Tone::Warning title>
            <p>
                {tu_string!(i18n, mfa.banner_text)} " "
                <a href=page>{tu_string!(i18n, mfa.regenerate)}</a>
            </p>
        </Notice>
    }
    .into_any()
}

/// The warning that a lost phone would lock the user out, with a link to new codes.
fn none_left(i18n: Language, page: &'static str) -> AnyView {
    view! {
        <Notice tone=Tone::Danger title=tu_string!(i18n, mfa.banner_none)>
            <p>{tu_string!(i18n, mfa.banner_none_text)}</p>
            <a class="button button-danger" href=page>
                <Icon name=IconName::Key/>
                {tu_string!(i18n, mfa.regenerate)}
            </a>
        </Notice>
    }
    .into_any()
}
