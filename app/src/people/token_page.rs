//! The API tokens of integrations: list, creation, rotation and revocation.

use leptos::prelude::*;
use shared::api_token::{ApiToken, Validity};
use shared::permission::Permission;

use super::role_page::{permission_label, permission_list};
use super::{Area, CreateApiToken, RevokeApiToken, RotateApiToken, area_tabs, list_api_tokens};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::row_button;
use crate::ui::digits::listed;
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input, select};
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::{
    Question, ResultNotice, SentForm, form_card, hidden, one_of_many, refusal, result_template,
    secret_field, sent_form,
};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::{date_text, days_text, exact_text, local_date, now};

const DOCUMENTATION: &str = "/api/docs";
/// The selectable lifetimes of a new token, in days.
const LIVES: [u32; 4] = [30, 90, 180, 365];
/// The default lifetime, in days.
const LIFE: u32 = 90;

/// The page at `/api-tokens`.
#[component]
pub fn ApiTokensPage() -> impl IntoView {
    let i18n = use_i18n();
    let list = found(list_api_tokens(), move |tokens| table(i18n, tokens));
    let title = tu_string!(i18n, people.area.api_tokens);

    PageHead::new(title, tu_string!(i18n, people.token.lead)).page(view! {
        {area_tabs(Area::ApiTokens)}
        <p>
            <a href=DOCUMENTATION>
                {tu_string!(i18n, people.token.documentation)}
            </a>
        </p>
        {refusal::<RotateApiToken>()}
        {refusal::<RevokeApiToken>()}
        {result_template("token-rotated", rotation_notice(i18n))}
        <div id="tokens" data-live="">{list}</div>
        {form(i18n)}
    })
}

fn table(i18n: Language, tokens: Vec<ApiToken>) -> AnyView {
    if tokens.is_empty() {
        return view! { <p class="muted">{tu_string!(i18n, people.token.none)}</p> }.into_any();
    }
    let columns = [
        Column::Text(tu_string!(i18n, people.form.name)),
        Column::Text(tu_string!(i18n, people.role.allows)),
        Column::Text(tu_string!(i18n, people.token.acts_as)),
        Column::Text(tu_string!(i18n, people.token.last_used)),
        Column::Text(tu_string!(i18n, people.token.state)),
    ];
    let rows = tokens.into_iter().map(|token| row(i18n, token));
    plain_table(tu_string!(i18n, people.area.api_tokens), &columns, rows)
}

fn row(i18n: Language, token: ApiToken) -> [Cell; 5] {
    let allows: Vec<_> = token.permissions.iter().map(|it| permission_label(i18n, *it)).collect();
    let allows = listed(&allows);
    let last_used = match token.last_used_at {
        Some(at) => exact_text(i18n, at),
        None => tu_string!(i18n, people.token.never_used).to_owned(),
    };
    let state = state(i18n, &token);
    let created = date_text(i18n, local_date(token.created_at));
    let created = tu_string!(i18n, people.token.created_on, date = created);

    [
        Cell::head(view! {
            {token.name}
            <span class="table-sub">{created}</span>
        }),
        Cell::text(allows),
        Cell::text(token.created_by_name),
        Cell::text(last_used),
        Cell::text(state),
    ]
}

/// The expiry of a valid token with its actions, or the badge of an invalid one.
fn state(i18n: Language, token: &ApiToken) -> AnyView {
    let soon = match token.validity(now(), local_date) {
        Validity::Revoked => {
            let text = tu_string!(i18n, people.token.is_revoked);
            return view! { <Badge tone=Tone::Neutral icon=IconName::Lock text/> }.into_any();
        }
        Validity::Expired => {
            let text = tu_string!(i18n, people.token.is_expired);
            return view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any();
        }
        Validity::ExpiresSoon(0) => Some(tu_string!(i18n, people.token.expires_today).to_owned()),
        Validity::ExpiresSoon(days) => {
            let days = days_text(i18n, days);
            Some(tu_string!(i18n, people.token.expires_in, days = days))
        }
        Validity::Valid => None,
    };
    let soon =
        soon.map(|text| view! { <Badge tone=Tone::Warning icon=IconName::AlertTriangle text/> });
    let until = date_text(i18n, local_date(token.expires_at));
    let until = tu_string!(i18n, people.token.valid_until, date = until);
    let rotate = (token.created_by_id == use_me().id).then(|| rotate_form(i18n, token));
    let revoke = SentForm::default().confirm(tu_string!(i18n, people.token.revoked));
    let revoke_button = button(token, tu_string!(i18n, people.token.revoke));
    view! {
        <span class="cluster">
            {soon} {until} {rotate} {one_of_many::<RevokeApiToken>(revoke, revoke_button)}
        </span>
    }
    .into_any()
}

/// The form that rotates a token, which only its creator can.
fn rotate_form(i18n: Language, token: &ApiToken) -> AnyView {
    let question = Question::new(
        tu_string!(i18n, people.token.rotate_title),
        tu_string!(i18n, people.token.rotate_effect),
        tu_string!(i18n, people.token.rotate),
    );
    let form =
        SentForm::named(format!("rotate-{}", token.id)).asks(question).result("token-rotated");
    one_of_many::<RotateApiToken>(form, button(token, tu_string!(i18n, people.token.rotate)))
}

/// The id of the token, and a button that names it for screen readers.
fn button(token: &ApiToken, text: &'static str) -> AnyView {
    view! {
        {hidden("id", token.id)}
        {row_button(text, &token.name)}
    }
    .into_any()
}

fn form(i18n: Language) -> AnyView {
    let name = Input::new("name", "name", tu_string!(i18n, people.form.name))
        .hint(tu_string!(i18n, people.token.name_hint));
    let lives = LIVES.map(|days| {
        (days.to_string(), tu_string!(i18n, people.token.days, count = days.to_string()))
    });
    let life = select(
        ("expiresAt", "days"),
        (tu_string!(i18n, people.token.life), ""),
        lives.into(),
        LIFE.to_string(),
    );
    let granted = use_me().permissions;
    let choosable = Permission::ALL.iter().filter(|permission| granted.contains(permission));
    let permissions =
        permission_list(i18n, choosable, &[], tu_string!(i18n, people.token.allows_hint));

    let form = SentForm::default().class("card").result("token-once");
    let content = form_card(
        view! { {input(name)} {life} {permissions} },
        tu_string!(i18n, people.token.create),
    );

    view! {
        <section class="stack" aria-labelledby="new-token">
            <h2 id="new-token">{tu_string!(i18n, people.token.new)}</h2>
            {result_template("token-once", token_notice(i18n))}
            {sent_form::<CreateApiToken>(form, content.into_any())}
        </section>
    }
    .into_any()
}

/// The secret of a new token, which is only displayed once.
fn token_notice(i18n: Language) -> AnyView {
    secret_notice(i18n, tu_string!(i18n, people.token.made, name = "#"))
}

/// The same after a rotation.
fn rotation_notice(i18n: Language) -> AnyView {
    secret_notice(i18n, tu_string!(i18n, people.token.rotated, name = "#"))
}

/// * `title`: the title, with `#` for the name of the token.
fn secret_notice(i18n: Language, title: String) -> AnyView {
    let (label, hint) =
        (tu_string!(i18n, people.token.secret), tu_string!(i18n, people.token.once));
    view! {
        <ResultNotice title=title.replace('#', "{name}")>
            {secret_field(label, hint, "{token}")}
        </ResultNotice>
    }
    .into_any()
}
