//! Tokens with which programs call the API: which there are, making one, and revoking them.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::api_token::{ApiToken, ApiTokenCreated};
use shared::permission::Permission;

use super::fields::{FormError, Input, input, select, submit, tick};
use super::parts::{Column, cell, page_head, plain_table};
use super::role_page::permission_label;
use super::{Area, CreateApiToken, RevokeApiToken, area_tabs, list_api_tokens};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_me;
use crate::ui::badge::{Badge, Tone};
use crate::ui::digits::listed;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::time::{date_text, exact_text, local_date, now};
use crate::ui::toast::use_toasts;

/// Where the API is described.
const DOCUMENTATION: &str = "/api/docs";
/// How long a new token may be valid, in days.
const LIVES: [u32; 4] = [30, 90, 180, 365];
/// What is chosen first.
const LIFE: u32 = 90;

/// The page at `/api-tokens`.
#[component]
pub fn ApiTokensPage() -> impl IntoView {
    let i18n = use_i18n();
    let create = ServerAction::<CreateApiToken>::new();
    let revoke = ServerAction::<RevokeApiToken>::new();
    let changes = RwSignal::new(0_u32);
    let toasts = use_toasts();
    let count = move || changes.update(|count| *count = count.wrapping_add(1));
    Effect::new(move |_| {
        if matches!(&*create.value().read(), Some(Ok(_))) {
            count();
        }
    });
    Effect::new(move |_| {
        if matches!(&*revoke.value().read(), Some(Ok(()))) {
            count();
            toasts.confirm(tu_string!(i18n, people.token.revoked));
        }
    });
    let error: FormError = Signal::derive(move || revoke.value().get().and_then(Result::err));
    let tokens = Resource::new(move || changes.get(), |_| list_api_tokens());
    let list = loaded(tokens, move |tokens| table(i18n, tokens, revoke));
    let title = tu_string!(i18n, people.area.api_tokens);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.token.lead), Vec::new())}
            {area_tabs(Area::ApiTokens)}
            <p>
                <a href=DOCUMENTATION rel="external">
                    {tu_string!(i18n, people.token.documentation)}
                </a>
            </p>
            <ErrorSummary error/>
            {list}
            {form(i18n, create)}
        </div>
    }
    .into_any()
}

fn table(i18n: Language, tokens: Vec<ApiToken>, revoke: ServerAction<RevokeApiToken>) -> AnyView {
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
    let rows: Vec<_> = tokens.into_iter().map(|token| row(i18n, token, revoke)).collect();
    plain_table(tu_string!(i18n, people.area.api_tokens), &columns, rows)
}

fn row(i18n: Language, token: ApiToken, revoke: ServerAction<RevokeApiToken>) -> AnyView {
    let allows: Vec<_> = token.permissions.iter().map(|it| permission_label(i18n, *it)).collect();
    let allows = listed(&allows);
    let last_used = match token.last_used_at {
        Some(at) => exact_text(i18n, at),
        None => tu_string!(i18n, people.token.never_used).to_owned(),
    };
    let state = state(i18n, &token, revoke);
    let created = date_text(i18n, local_date(token.created_at));
    let created = tu_string!(i18n, people.token.created_on, date = created);

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                {token.name}
                <span class="table-sub">{created}</span>
            </th>
            {cell(tu_string!(i18n, people.role.allows), allows.into_any())}
            {cell(tu_string!(i18n, people.token.acts_as), token.created_by_name.into_any())}
            {cell(tu_string!(i18n, people.token.last_used), last_used.into_any())}
            {cell(tu_string!(i18n, people.token.state), state)}
        </tr>
    }
    .into_any()
}

/// Until when a token is valid, and the button that revokes it; or that it is not valid.
fn state(i18n: Language, token: &ApiToken, revoke: ServerAction<RevokeApiToken>) -> AnyView {
    if token.revoked_at.is_some() {
        let text = tu_string!(i18n, people.token.is_revoked);
        return view! { <Badge tone=Tone::Neutral icon=IconName::Lock text/> }.into_any();
    }
    if token.expires_at <= now() {
        let text = tu_string!(i18n, people.token.is_expired);
        return view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any();
    }
    let until = date_text(i18n, local_date(token.expires_at));
    let until = tu_string!(i18n, people.token.valid_until, date = until);
    let (id, name) = (token.id.to_string(), format!(": {}", token.name));
    view! {
        <span class="cluster">
            {until}
            <ActionForm action=revoke>{one_time_key()}
                <input type="hidden" name="id" value=id/>
                <button
                    class="button"
                    type="submit"
                    aria-busy=move || revoke.pending().get().then_some("true")
                >
                    {tu_string!(i18n, people.token.revoke)}
                    <span class="visually-hidden">{name}</span>
                </button>
            </ActionForm>
        </span>
    }
    .into_any()
}

fn form(i18n: Language, action: ServerAction<CreateApiToken>) -> AnyView {
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let pending = action.pending();
    let made = move || action.value().get().and_then(Result::ok).map(|made| token_once(i18n, made));
    let name = Input {
        id: "name",
        name: "name",
        label: tu_string!(i18n, people.form.name),
        hint: tu_string!(i18n, people.token.name_hint),
        ..Input::default()
    };
    let lives = LIVES.map(|days| {
        (days.to_string(), tu_string!(i18n, people.token.days, count = days.to_string()))
    });
    let life = select(
        ("expiresAt", "days"),
        (tu_string!(i18n, people.token.life), ""),
        lives.into(),
        LIFE.to_string(),
        error,
    );
    let held = use_me().permissions;
    let ticks: Vec<_> = Permission::ALL
        .iter()
        .filter(|permission| held.contains(permission))
        .map(|permission| {
            let label = permission_label(i18n, *permission).to_owned();
            tick("permissions[]", permission.as_str(), label, false)
        })
        .collect();

    view! {
        <section class="stack" aria-labelledby="new-token">
            <h2 id="new-token">{tu_string!(i18n, people.token.new)}</h2>
            <div aria-live="polite">{made}</div>
            <ErrorSummary error/>
            <ActionForm action attr:class="card">{one_time_key()}
                <div class="card-body form">
                    {input(name, error)}
                    {life}
                    <fieldset class="stack-tight" id="permissions">
                        <legend class="field-label">{tu_string!(i18n, people.role.allows)}</legend>
                        {ticks}
                        <p class="field-hint">{tu_string!(i18n, people.token.allows_hint)}</p>
                    </fieldset>
                </div>
                <div class="card-foot">
                    {submit(tu_string!(i18n, people.token.create), move || pending.get())}
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
}

/// The secret of a new token, which is shown this once.
fn token_once(i18n: Language, made: ApiTokenCreated) -> AnyView {
    let title = tu_string!(i18n, people.token.made, name = made.api_token.name);
    view! {
        <Notice tone=Tone::Success title>
            <label class="field">
                <span class="field-label">{tu_string!(i18n, people.token.secret)}</span>
                <input
                    class="input"
                    type="text"
                    dir="ltr"
                    readonly
                    autocomplete="off"
                    value=made.token
                />
                <span class="field-hint">{tu_string!(i18n, people.token.once)}</span>
            </label>
        </Notice>
    }
    .into_any()
}
