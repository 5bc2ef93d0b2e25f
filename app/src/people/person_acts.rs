//! What can be done about a person besides changing what is known of them.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::id::AppraisalId;
use shared::permission::Permission;
use shared::staff::Staff;

use super::new_page::password_once;
use super::{BlockPerson, EndPersonSessions, ResetPersonPassword};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{may, use_me};
use crate::ui::asked_form::AskedForm;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::toast::use_toasts;

/// The acts of the page, which outlive what is loaded again.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    block: ServerAction<BlockPerson>,
    reset: ServerAction<ResetPersonPassword>,
    end: ServerAction<EndPersonSessions>,
    /// How often somebody was blocked or let in again.
    pub(super) blocked: RwSignal<u32>,
}

impl Acts {
    pub(super) fn new() -> Self {
        let block = ServerAction::<BlockPerson>::new();
        let blocked = RwSignal::new(0_u32);
        Effect::new(move |_| {
            if matches!(&*block.value().read(), Some(Ok(()))) {
                blocked.update(|count| *count = count.wrapping_add(1));
            }
        });
        let end = ServerAction::<EndPersonSessions>::new();
        let (i18n, toasts) = (use_i18n(), use_toasts());
        Effect::new(move |_| {
            if matches!(&*end.value().read(), Some(Ok(()))) {
                toasts.confirm(tu_string!(i18n, sessions.all_ended));
            }
        });
        Self { block, reset: ServerAction::new(), end, blocked }
    }
}

/// Appraisals, the block and the password.
pub(super) fn acts(
    i18n: Language,
    staff: &Staff,
    open_appraisal: Option<AppraisalId>,
    acts: Acts,
) -> AnyView {
    let is_me = staff.id == use_me().id;
    let appraisals =
        may(Permission::AppraisalsHrManage).then(|| appraisals(i18n, staff, open_appraisal));
    let block = (may(Permission::StaffManage) && !is_me).then(|| block(i18n, staff, acts.block));
    let reset = (may(Permission::OrgManage) && !is_me).then(|| reset(i18n, staff, acts.reset));
    let end = (may(Permission::OrgManage) && !is_me).then(|| end(i18n, staff, acts.end));

    view! {
        <aside class="stack" aria-label=tu_string!(i18n, people.person.acts)>
            {appraisals} {block} {reset} {end}
        </aside>
    }
    .into_any()
}

fn appraisals(i18n: Language, staff: &Staff, open_appraisal: Option<AppraisalId>) -> AnyView {
    let next = match open_appraisal {
        Some(id) => view! {
            <a class="button button-primary" href=format!("/appraisals/{id}")>
                {tu_string!(i18n, people.person.open_appraisal)}
            </a>
        }
        .into_any(),
        None if staff.is_blocked => view! {
            <p class="reason">
                <Icon name=IconName::Info/>
                {tu_string!(i18n, people.person.blocked_start)}
            </p>
        }
        .into_any(),
        None => view! {
            <a class="button button-primary" href=format!("/appraisals/new?people={}", staff.id)>
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, people.person.start)}
            </a>
        }
        .into_any(),
    };
    let history = format!("/people/{}/appraisals", staff.id);

    view! {
        <section class="card" aria-labelledby="appraisals">
            <div class="card-head">
                <h2 id="appraisals">{tu_string!(i18n, frame.appraisals)}</h2>
            </div>
            <div class="card-body stack">
                {next}
                <a class="button" href=history>
                    <Icon name=IconName::History/>
                    {tu_string!(i18n, people.person.history)}
                </a>
            </div>
        </section>
    }
    .into_any()
}

fn block(i18n: Language, staff: &Staff, action: ServerAction<BlockPerson>) -> AnyView {
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let (id, is_blocked, name) = (staff.id, !staff.is_blocked, staff.name.clone());
    let (title, button, effect, class) = if is_blocked {
        let title = tu_string!(i18n, people.person.block_ask, name = name);
        let effect = tu_string!(i18n, people.person.block_effect);
        (title, tu_string!(i18n, people.person.block), effect, "button button-danger")
    } else {
        let title = tu_string!(i18n, people.person.unblock_ask, name = name);
        let effect = tu_string!(i18n, people.person.unblock_effect);
        (title, tu_string!(i18n, people.person.unblock), effect, "button")
    };
    let form = AskedForm {
        id: "block-dialog",
        address: BlockPerson::url(),
        fields: vec![("id", id.to_string()), ("is_blocked", is_blocked.to_string())],
        button: button.to_owned(),
        class,
        icon: IconName::Lock,
        title,
        effect,
        pending: action.pending().into(),
        act: Callback::new(move |()| drop(action.dispatch(BlockPerson { id, is_blocked }))),
    };

    view! {
        <section class="card" aria-labelledby="access">
            <div class="card-head">
                <h2 id="access">{tu_string!(i18n, people.list.access)}</h2>
            </div>
            <div class="card-body stack">
                <ErrorSummary error/>
                <p class="muted">{effect}</p>
                {form.view()}
            </div>
        </section>
    }
    .into_any()
}

fn end(i18n: Language, staff: &Staff, action: ServerAction<EndPersonSessions>) -> AnyView {
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let id = staff.id;
    let effect = tu_string!(i18n, sessions.end_all_effect);
    let form = AskedForm {
        id: "end-sessions-dialog",
        address: EndPersonSessions::url(),
        fields: vec![("id", id.to_string())],
        button: tu_string!(i18n, sessions.end_all).to_owned(),
        class: "button",
        icon: IconName::LogOut,
        title: tu_string!(i18n, sessions.end_all_ask, name = staff.name.clone()),
        effect,
        pending: action.pending().into(),
        act: Callback::new(move |()| drop(action.dispatch(EndPersonSessions { id }))),
    };

    view! {
        <section class="card" aria-labelledby="person-sessions">
            <div class="card-head">
                <h2 id="person-sessions">{tu_string!(i18n, people.audit_thing.session)}</h2>
            </div>
            <div class="card-body stack">
                <ErrorSummary error/>
                <p class="muted">{effect}</p>
                {form.view()}
            </div>
        </section>
    }
    .into_any()
}

/// Password and second factor: either reset gives a temporary password.
fn reset(i18n: Language, staff: &Staff, action: ServerAction<ResetPersonPassword>) -> AnyView {
    let error = Signal::derive(move || action.value().get().and_then(Result::err));
    let password = move || {
        let password = action.value().get().and_then(Result::ok);
        password.map(|password| password_once(i18n, password))
    };
    let name = &staff.name;
    let password_only = AskedForm {
        id: "reset-dialog",
        button: tu_string!(i18n, people.password.reset).to_owned(),
        icon: IconName::Key,
        title: tu_string!(i18n, people.password.ask, name = name.clone()),
        effect: tu_string!(i18n, people.password.effect),
        ..reset_form(staff, action, false)
    };
    let with_mfa = AskedForm {
        id: "reset-mfa-dialog",
        button: tu_string!(i18n, mfa.reset).to_owned(),
        icon: IconName::Lock,
        title: tu_string!(i18n, mfa.reset_ask, name = name.clone()),
        effect: tu_string!(i18n, mfa.reset_effect),
        ..reset_form(staff, action, true)
    };

    view! {
        <section class="card" aria-labelledby="password">
            <div class="card-head">
                <h2 id="password">{tu_string!(i18n, people.password.title)}</h2>
            </div>
            <div class="card-body stack">
                <ErrorSummary error/>
                <p class="muted">{tu_string!(i18n, people.password.effect)}</p>
                <div aria-live="polite">{password}</div>
                {password_only.view()}
                {with_mfa.view()}
            </div>
        </section>
    }
    .into_any()
}

/// What both resets have in common; the words are still to come.
fn reset_form(staff: &Staff, action: ServerAction<ResetPersonPassword>, mfa: bool) -> AskedForm {
    let id = staff.id;
    AskedForm {
        id: "",
        address: ResetPersonPassword::url(),
        fields: vec![("id", id.to_string()), ("mfa", mfa.to_string())],
        button: String::new(),
        class: "button",
        icon: IconName::Key,
        title: String::new(),
        effect: "",
        pending: action.pending().into(),
        act: Callback::new(move |()| drop(action.dispatch(ResetPersonPassword { id, mfa }))),
    }
}
