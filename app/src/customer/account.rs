//! The account of a customer at the portal, and what can be done about it.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::customer::Customer;
use shared::id::CustomerId;
use shared::permission::Permission;
use shared::portal::PortalAccount;

use super::fields::portal_badge;
use super::{
    BlockPortalAccount, CreatePortalAccount, EndPortalAccountSessions, ResetPortalPassword,
};
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, Input, input, submit};
use crate::people::new_page::password_once;
use crate::session::may;
use crate::ui::asked_form::AskedForm;
use crate::ui::dialog::Dialog;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::toast::use_toasts;

/// The acts of the page, which outlive what is loaded again.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    create: ServerAction<CreatePortalAccount>,
    block: ServerAction<BlockPortalAccount>,
    reset: ServerAction<ResetPortalPassword>,
    end: ServerAction<EndPortalAccountSessions>,
    /// How often one of them has changed the account.
    pub(super) done: RwSignal<u32>,
}

impl Acts {
    pub(super) fn new() -> Self {
        let acts = Self {
            create: ServerAction::new(),
            block: ServerAction::new(),
            reset: ServerAction::new(),
            end: ServerAction::new(),
            done: RwSignal::new(0),
        };
        let count = move |is_done: bool| {
            if is_done {
                acts.done.update(|count| *count = count.wrapping_add(1));
            }
        };
        let (i18n, toasts) = (use_i18n(), use_toasts());
        Effect::new(move |_| {
            if matches!(&*acts.end.value().read(), Some(Ok(()))) {
                toasts.confirm(tu_string!(i18n, sessions.all_ended));
            }
        });
        Effect::new(move |_| count(matches!(&*acts.create.value().read(), Some(Ok(_)))));
        Effect::new(move |_| count(matches!(&*acts.block.value().read(), Some(Ok(())))));
        Effect::new(move |_| count(matches!(&*acts.reset.value().read(), Some(Ok(_)))));
        acts
    }
}

/// The card beside the customer.
pub(super) fn account_card(i18n: Language, customer: &Customer, acts: Acts) -> AnyView {
    let manages = may(Permission::CustomersManage);
    let content = match &customer.portal_account {
        None => {
            let make = manages.then(|| create(i18n, customer, acts.create));
            view! { <p class="muted">{tu_string!(i18n, customer.portal.none_text)}</p> {make} }
                .into_any()
        }
        Some(account) => {
            let factor = if account.mfa_enabled {
                tu_string!(i18n, mfa.is_on)
            } else {
                tu_string!(i18n, mfa.off_title)
            };
            let change = manages.then(|| account_acts(i18n, customer.id, account, acts));
            let end = may(Permission::OrgManage).then(|| end(i18n, customer, acts.end));
            view! {
                <dl class="facts">
                    <div>
                        <dt>{tu_string!(i18n, customer.portal.email)}</dt>
                        <dd>{account.email.clone()}</dd>
                    </div>
                    <div>
                        <dt>{tu_string!(i18n, mfa.title)}</dt>
                        <dd>{factor}</dd>
                    </div>
                </dl>
                {change}
                {end}
            }
            .into_any()
        }
    };

    view! {
        <section class="card" aria-labelledby="portal-account">
            <div class="card-head">
                <h2 id="portal-account">{tu_string!(i18n, customer.portal.title)}</h2>
                {portal_badge(i18n, customer)}
            </div>
            <div class="card-body stack">
                <div aria-live="polite">{new_password(i18n, acts)}</div>
                {content}
            </div>
        </section>
    }
    .into_any()
}

/// The password that was just given, shown this once.
fn new_password(i18n: Language, acts: Acts) -> impl Fn() -> Option<AnyView> + Send + 'static {
    move || {
        let created = acts.create.value().get().and_then(Result::ok);
        let reset = acts.reset.value().get().and_then(Result::ok);
        let password = reset.or_else(|| created.map(|it| it.temporary_password));
        password.map(|password| password_once(i18n, password))
    }
}

fn create(
    i18n: Language,
    customer: &Customer,
    action: ServerAction<CreatePortalAccount>,
) -> AnyView {
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let pending = action.pending();
    let email = Input {
        id: "portal-email",
        name: "email",
        label: tu_string!(i18n, customer.portal.email),
        kind: "email",
        value: customer.email.clone(),
        hint: tu_string!(i18n, customer.portal.email_hint),
        ..Input::default()
    };
    let anchor = Callback::new(|_| "portal-email".to_owned());
    let id = customer.id.to_string();
    view! {
        <ErrorSummary error anchor/>
        <ActionForm action attr:class="form">{one_time_key()}
            <input type="hidden" name="id" value=id/>
            {input(email, error)}
            {submit(tu_string!(i18n, customer.portal.create), move || pending.get())}
        </ActionForm>
    }
    .into_any()
}

fn account_acts(i18n: Language, id: CustomerId, account: &PortalAccount, acts: Acts) -> AnyView {
    let error = Signal::derive(move || {
        let block = acts.block.value().get().and_then(Result::err);
        block.or_else(|| acts.reset.value().get().and_then(Result::err))
    });
    let reset_mfa = account.mfa_enabled.then(|| reset_mfa(i18n, id, acts));
    let block = if account.is_blocked { unblock(i18n, id, acts) } else { block(i18n, id, acts) };
    view! {
        <ErrorSummary error/>
        {block}
        {reset(i18n, id, acts)}
        {reset_mfa}
    }
    .into_any()
}

fn unblock(i18n: Language, id: CustomerId, acts: Acts) -> AnyView {
    let pending = acts.block.pending();
    let act = move |_| {
        acts.block.dispatch(BlockPortalAccount { id, is_blocked: false });
    };
    view! {
        <button
            class="button"
            type="button"
            aria-busy=move || pending.get().then_some("true")
            on:click=act
        >
            <Icon name=IconName::Lock/>
            {tu_string!(i18n, customer.portal.unblock)}
        </button>
    }
    .into_any()
}

fn block(i18n: Language, id: CustomerId, acts: Acts) -> AnyView {
    let question = Question {
        id: "block-question",
        act: tu_string!(i18n, customer.portal.block),
        title: tu_string!(i18n, customer.portal.block_title),
        effect: tu_string!(i18n, customer.portal.block_effect),
        class: "button button-danger",
        icon: IconName::Lock,
    };
    let pending = acts.block.pending();
    let act = Callback::new(move |()| {
        acts.block.dispatch(BlockPortalAccount { id, is_blocked: true });
    });
    asked(question, move || pending.get(), act)
}

fn reset(i18n: Language, id: CustomerId, acts: Acts) -> AnyView {
    let question = Question {
        id: "reset-question",
        act: tu_string!(i18n, customer.portal.reset),
        title: tu_string!(i18n, customer.portal.reset_title),
        effect: tu_string!(i18n, customer.portal.reset_effect),
        class: "button",
        icon: IconName::Key,
    };
    let pending = acts.reset.pending();
    let act = Callback::new(move |()| {
        acts.reset.dispatch(ResetPortalPassword { id, mfa: false });
    });
    asked(question, move || pending.get(), act)
}

fn reset_mfa(i18n: Language, id: CustomerId, acts: Acts) -> AnyView {
    let question = Question {
        id: "reset-mfa-question",
        act: tu_string!(i18n, mfa.reset),
        title: tu_string!(i18n, mfa.reset_title),
        effect: tu_string!(i18n, mfa.reset_effect),
        class: "button",
        icon: IconName::Lock,
    };
    let pending = acts.reset.pending();
    let act = Callback::new(move |()| {
        acts.reset.dispatch(ResetPortalPassword { id, mfa: true });
    });
    asked(question, move || pending.get(), act)
}

fn end(
    i18n: Language,
    customer: &Customer,
    action: ServerAction<EndPortalAccountSessions>,
) -> AnyView {
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let id = customer.id;
    let effect = tu_string!(i18n, sessions.end_all_effect);
    let form = AskedForm {
        id: "end-sessions-dialog",
        address: EndPortalAccountSessions::url(),
        fields: vec![("id", id.to_string())],
        button: tu_string!(i18n, sessions.end_all).to_owned(),
        class: "button",
        icon: IconName::LogOut,
        title: tu_string!(i18n, sessions.end_all_ask, name = customer.name.clone()),
        effect,
        pending: action.pending().into(),
        act: Callback::new(move |()| drop(action.dispatch(EndPortalAccountSessions { id }))),
    };
    view! {
        <ErrorSummary error/>
        <p class="muted">{effect}</p>
        {form.view()}
    }
    .into_any()
}

/// An act that asks once.
struct Question {
    id: &'static str,
    act: &'static str,
    title: &'static str,
    effect: &'static str,
    class: &'static str,
    icon: IconName,
}

fn asked(
    question: Question,
    pending: impl Fn() -> bool + Send + Sync + 'static,
    act: Callback<()>,
) -> AnyView {
    let Question { id, act: text, title, effect, class, icon } = question;
    let open = RwSignal::new(false);
    view! {
        <button
            class=class
            type="button"
            aria-busy=move || pending().then_some("true")
            on:click=move |_| open.set(true)
        >
            <Icon name=icon/>
            {text}
        </button>
        <Dialog
            id
            title=Signal::stored(title.to_owned())
            confirm=Signal::stored(text.to_owned())
            open
            on_confirm=act
        >
            <p>{effect}</p>
        </Dialog>
    }
    .into_any()
}
