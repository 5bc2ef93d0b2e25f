//! The actions on a person, except for changes of their data.

use leptos::prelude::*;
use shared::id::AppraisalId;
use shared::permission::Permission;
use shared::staff::Staff;

use super::new_page::{block_form, end_sessions_form, password_notice, reset_form};
use super::personal_data_card::personal_data_card;
use super::{BlockPerson, EndPersonSessions, ResetPersonPassword};
use crate::i18n::tu_string;
use crate::session::{may, use_me};
use crate::ui::button::{button_link, new_link};
use crate::ui::card::Card;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::letterhead::paper_link;
use crate::ui::sent_form::{Question, SentForm, result_template};

/// The cards for appraisals, block and password reset.
pub(super) fn actions(
    i18n: Language,
    staff: &Staff,
    open_appraisal: Option<AppraisalId>,
) -> AnyView {
    let is_me = staff.id == use_me().id;
    let appraisals =
        may(Permission::AppraisalsHrManage).then(|| appraisals(i18n, staff, open_appraisal));
    let block = (may(Permission::StaffManage) && !is_me).then(|| block(i18n, staff));
    let reset = (may(Permission::OrgManage) && !is_me).then(|| reset(i18n, staff));
    let end = (may(Permission::OrgManage) && !is_me).then(|| end(i18n, staff));
    let export = format!("/api/personal-data/staff/{}", staff.id);

    view! {
        <aside class="stack" aria-label=tu_string!(i18n, people.person.acts)>
            {appraisals} {block} {reset} {end}
            {personal_data_card(i18n, export, staff.name.clone())}
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
        None => {
            let address = format!("/appraisals/new?people={}", staff.id);
            new_link(address, tu_string!(i18n, people.person.start))
        }
    };
    let history = format!("/people/{}/appraisals", staff.id);
    let letter = staff.employment_confirmed_at.map(|_| {
        let address = format!("/people/{}/confirmation", staff.id);
        paper_link(address, tu_string!(i18n, people.confirmation.title))
    });

    Card::new("appraisals", tu_string!(i18n, frame.appraisals)).stack(view! {
        {next}
        {button_link(history, IconName::History, tu_string!(i18n, people.person.history))}
        {letter}
    })
}

fn block(i18n: Language, staff: &Staff) -> AnyView {
    let (is_blocked, name) = (!staff.is_blocked, staff.name.clone());
    let (title, text, effect) = if is_blocked {
        let title = tu_string!(i18n, people.person.block_ask, name = name);
        let effect = tu_string!(i18n, people.person.block_effect);
        (title, tu_string!(i18n, people.person.block), effect)
    } else {
        let title = tu_string!(i18n, people.person.unblock_ask, name = name);
        let effect = tu_string!(i18n, people.person.unblock_effect);
        (title, tu_string!(i18n, people.person.unblock), effect)
    };
    let form = SentForm::named("block").asks(Question::new(title, effect, text));

    Card::new("access", tu_string!(i18n, people.list.access)).stack(view! {
        <p class="muted">{effect}</p>
        {block_form::<BlockPerson>(form, staff.id.to_string(), is_blocked, text)}
    })
}

fn end(i18n: Language, staff: &Staff) -> AnyView {
    Card::new("person-sessions", tu_string!(i18n, people.audit_record_type.session))
        .stack(end_sessions_form::<EndPersonSessions>(staff.id.to_string(), &staff.name))
}

/// The forms that reset the password or the second factor; both issue a temporary password.
fn reset(i18n: Language, staff: &Staff) -> AnyView {
    let name = &staff.name;
    let password = Question::new(
        tu_string!(i18n, people.password.ask, name = name.clone()),
        tu_string!(i18n, people.password.effect),
        tu_string!(i18n, people.password.reset),
    );
    let factor = Question::new(
        tu_string!(i18n, mfa.reset_ask, name = name.clone()),
        tu_string!(i18n, mfa.reset_effect),
        tu_string!(i18n, mfa.reset),
    );
    let id = staff.id.to_string();

    Card::new("password", tu_string!(i18n, people.password.title)).stack(view! {
        <p class="muted">{tu_string!(i18n, people.password.effect)}</p>
        {result_template("password-once", password_notice(i18n, "{value}"))}
        {reset_form::<ResetPersonPassword>(id.clone(), false, password)}
        {reset_form::<ResetPersonPassword>(id, true, factor)}
    })
}
