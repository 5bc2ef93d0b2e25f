//! The table of leave requests, which becomes cards on a narrow screen.

use leptos::prelude::*;
use shared::leave::absence::Absence;
use shared::leave::balance::BalanceEffect;
use shared::leave::days::Days;
use shared::leave::period::Period;
use shared::leave::request::LeaveRequest;
use shared::leave::status::{LeaveAction, LeaveStatus};
use shared::permission::Permission;

use super::label::{
    action_label, days_label, moved_text, number as days_number, status_label, type_label,
};
use super::serverfns::{ApproveLeave, MoveLeave};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::{Badge, Tone, ToneText};
use crate::ui::button::ticked_button;
use crate::ui::digits::{listed, number};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::sent_form::{SentForm, sent_form};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::{period_text, short_date_text};

/// The owners of the requests in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Requests of the user.
    Mine,
    /// Requests of other staff.
    Others,
}

/// The id of the form that approves the selected requests.
const APPROVAL_FORM: &str = "approve-leave";

/// True if the user may approve several of the requests: then they can be selected.
fn can_select(requests: &[LeaveRequest]) -> bool {
    requests.iter().filter(|it| it.allowed_actions.contains(&LeaveAction::Approve)).count() > 1
}

/// The form that approves the selected requests of a table with absences.
pub fn approval_form(i18n: Language, requests: &[LeaveRequest]) -> Option<AnyView> {
    if !can_select(requests) {
        return None;
    }
    let none = tu_string!(i18n, leave.approve_none);
    let one = tu_string!(i18n, leave.approve_single);
    let many = tu_string!(i18n, leave.approve_many, count = "#");
    let button = ticked_button("ids[]", (none, one, many), none.to_owned());
    let form = SentForm::named(APPROVAL_FORM).class("button-row");
    Some(sent_form::<ApproveLeave>(form, button))
}

/// The table of requests.
///
/// * `absences`: those of other people, to be shown beside each request that the user may approve.
pub fn request_table(
    requests: Vec<LeaveRequest>,
    whose: Rows,
    absences: Option<&[Absence]>,
) -> AnyView {
    let i18n = use_i18n();
    let person = (whose == Rows::Others).then(|| Column::Text(tu_string!(i18n, leave.person)));
    let columns = [
        Column::Text(tu_string!(i18n, leave.what)),
        Column::Text(tu_string!(i18n, leave.when)),
        Column::Text(tu_string!(i18n, leave.status_column)),
        Column::Text(tu_string!(i18n, leave.act)),
    ];
    let columns: Vec<_> = person.into_iter().chain(columns).collect();
    let selects = absences.is_some() && can_select(&requests);
    let rows = requests.into_iter().map(|request| row(i18n, request, whose, absences, selects));
    plain_table(tu_string!(i18n, leave.requests), &columns, rows)
}

fn row(
    i18n: Language,
    request: LeaveRequest,
    whose: Rows,
    absences: Option<&[Absence]>,
    selects: bool,
) -> Vec<Cell> {
    let kind = type_label(i18n, request.leave_type);
    let days = days_label(i18n, request.days);
    let dates = dates_text(i18n, request.period());
    let actions = actions(i18n, &request, whose);
    let state = state(i18n, &request);
    let halves = halves_text(i18n, request.period());
    let effects = effects(i18n, &request.balance_effect);
    let colleagues = colleagues(i18n, &request, absences);
    let choice = selects.then(|| choice(i18n, &request));
    let person = (whose == Rows::Others).then(|| {
        Cell::head(view! {
            <div class="row-choice">
                <div>
                    {request.staff_name}
                    <span class="table-sub">{request.department_name}</span>
                </div>
                {choice}
            </div>
        })
    });
    let cells = [
        Cell::text(view! {
            {kind} <span class="table-sub table-note"><bdi>{request.reason}</bdi></span>
        }),
        Cell::text(view! {
            {dates} <span class="table-sub">{format!("{days} {halves}")}</span>
            {effects}
            {colleagues}
        }),
        Cell::text(state),
        Cell::text(actions),
    ];
    person.into_iter().chain(cells).collect()
}

/// A checkbox that selects a request, if the user may approve it.
fn choice(i18n: Language, request: &LeaveRequest) -> Option<AnyView> {
    if !request.allowed_actions.contains(&LeaveAction::Approve) {
        return None;
    }
    let label = tu_string!(i18n, leave.select_one, what = about(i18n, request));
    let view = view! {
        <input
            type="checkbox"
            form=APPROVAL_FORM
            name="ids[]"
            value=request.id.to_string()
            autocomplete="off"
            aria-label=label
        />
    };
    Some(view.into_any())
}

/// The person, the type and the dates of a request.
fn about(i18n: Language, request: &LeaveRequest) -> String {
    let kind = type_label(i18n, request.leave_type);
    format!("{}, {kind}, {}", request.staff_name, dates_text(i18n, request.period()))
}

/// The colleagues who are away at the time of a request that the user may approve.
fn colleagues(
    i18n: Language,
    request: &LeaveRequest,
    absences: Option<&[Absence]>,
) -> Option<AnyView> {
    let absences = absences.filter(|_| request.allowed_actions.contains(&LeaveAction::Approve))?;
    let away = Absence::beside(absences, request.staff_id, request.period());
    let lines: Vec<_> = away
        .map(|it| {
            let dates = dates_text(i18n, it.period);
            let name = it.staff_name.clone();
            let text = if it.is_pending {
                tu_string!(i18n, leave.also_pending, name = name, dates = dates)
            } else {
                tu_string!(i18n, leave.also_away, name = name, dates = dates)
            };
            view! { <span class="table-sub table-note">{text}</span> }.into_any()
        })
        .collect();
    let none_away = lines.is_empty().then(|| {
        let text = tu_string!(i18n, leave.nobody_away);
        view! { <span class="table-sub table-note">{text}</span> }
    });
    Some(view! { {lines} {none_away} }.into_any())
}

/// The effect of an approval on the balance, by year.
fn effects(i18n: Language, effects: &[BalanceEffect]) -> Vec<AnyView> {
    let names_year = effects.len() > 1;
    let effect = |effect: &BalanceEffect| {
        let text = effect_text(i18n, *effect);
        let year = number(effect.year);
        let text = if names_year { format!("{year}: {text}") } else { text };
        if effect.fits() {
            return view! { <span class="table-sub table-note">{text}</span> }.into_any();
        }
        let text = tu_string!(i18n, leave.effect_short, effect = text);
        let icon = IconName::AlertTriangle;
        let warning = view! { <ToneText tone=Tone::Danger icon text/> };
        view! { <span class="table-sub table-note">{warning}</span> }.into_any()
    };
    effects.iter().map(effect).collect()
}

/// The effect in words: `6 days left, 4 after approval`.
fn effect_text(i18n: Language, effect: BalanceEffect) -> String {
    let BalanceEffect { available, after, pending_otherwise, .. } = effect;
    let (left, after) = (days_label(i18n, available), days_number(after));
    if pending_otherwise == Days::ZERO {
        return tu_string!(i18n, leave.effect, left = left, after = after);
    }
    let more = days_number(pending_otherwise);
    tu_string!(i18n, leave.effect_more, left = left, after = after, more = more)
}

/// A single day, or the first and the last day.
pub(super) fn dates_text(i18n: Language, period: Period) -> String {
    if period.start == period.end {
        return short_date_text(i18n, period.start);
    }
    period_text(i18n, period.start, period.end)
}

/// The requested halves of the first and the last day.
pub(super) fn halves_text(i18n: Language, period: Period) -> String {
    let start = period.start_half.then(|| tu_string!(i18n, leave.from_noon));
    let end = period.end_half.then(|| tu_string!(i18n, leave.to_noon));
    let halves: Vec<_> = start.into_iter().chain(end).collect();
    if halves.is_empty() { String::new() } else { format!("({})", listed(&halves)) }
}

/// The status, and the person who decides or has decided.
fn state(i18n: Language, request: &LeaveRequest) -> AnyView {
    let (tone, icon) = match request.status {
        LeaveStatus::Pending => (Tone::Accent, IconName::Clock),
        LeaveStatus::Approved => (Tone::Success, IconName::Check),
        LeaveStatus::Rejected => (Tone::Danger, IconName::X),
        LeaveStatus::Cancelled => (Tone::Neutral, IconName::X),
    };
    let people = match request.status {
        LeaveStatus::Pending => {
            let nobody = || tu_string!(i18n, leave.human_resources).to_owned();
            let name = request.decider_name.clone().unwrap_or_else(nobody);
            tu_string!(i18n, leave.waits_for, name = name)
        }
        LeaveStatus::Approved | LeaveStatus::Rejected | LeaveStatus::Cancelled => {
            let name = request.decided_by_name.clone().unwrap_or_default();
            tu_string!(i18n, leave.by, name = name)
        }
    };
    let comment = request.decision_comment.clone();
    let comment =
        comment.map(|text| view! { <span class="table-sub table-note"><bdi>{text}</bdi></span> });

    view! {
        <Badge tone icon text=status_label(i18n, request.status)/>
        <span class="table-sub">{people}</span>
        {comment}
    }
    .into_any()
}

/// The actions available to the user, in one form with a button for each.
fn actions(i18n: Language, request: &LeaveRequest, whose: Rows) -> AnyView {
    let certificate = certificate(i18n, request, whose);
    if request.allowed_actions.is_empty() {
        if let Some(certificate) = certificate {
            return certificate;
        }
        return view! { <span class="muted">{tu_string!(i18n, ui.nothing)}</span> }.into_any();
    }
    let about = about(i18n, request);
    let decides = request.allowed_actions.contains(&LeaveAction::Approve);
    let comment = decides.then(|| {
        let label = tu_string!(i18n, leave.comment_on, what = about.clone());
        view! {
            <input
                class="input"
                name="comment"
                aria-label=label
                placeholder=tu_string!(i18n, leave.comment)
                autocomplete="off"
            />
        }
    });
    let buttons: Vec<_> = request
        .allowed_actions
        .iter()
        .map(|action| {
            let primary = *action == LeaveAction::Approve;
            let class = if primary { "button button-primary" } else { "button" };
            view! {
                <button
                    class=class
                    type="submit"
                    name="step"
                    value=action.as_str()
                    data-confirm=moved_text(i18n, *action)
                >
                    {action_label(i18n, *action)}
                    <span class="visually-hidden">{format!(": {about}")}</span>
                </button>
            }
            .into_any()
        })
        .collect();
    let id = request.id.to_string();
    let back = if whose == Rows::Others { "team" } else { "mine" };

    let form = SentForm::default().class("leave-act");
    let content = view! {
        <input type="hidden" name="id" value=id/>
        <input type="hidden" name="back" value=back/>
        {comment}
        <div class="button-row">{buttons}</div>
    };
    view! {
        {certificate}
        {sent_form::<MoveLeave>(form, content.into_any())}
    }
    .into_any()
}

/// The link to the certificate of approved leave, for the employee and for managers of leave.
fn certificate(i18n: Language, request: &LeaveRequest, whose: Rows) -> Option<AnyView> {
    let may_certify = whose == Rows::Mine || may(Permission::LeaveManage);
    let is_approved = request.status == LeaveStatus::Approved;
    (may_certify && is_approved).then(|| {
        let address = format!("/leave/{}/certificate", request.id);
        let about = dates_text(i18n, request.period());
        let text = tu_string!(i18n, leave.certificate.open);
        view! {
            <a class="button button-quiet" href=address>
                <Icon name=IconName::Printer/>
                {text}
                <span class="visually-hidden">{format!(": {}, {about}", request.staff_name)}</span>
            </a>
        }
        .into_any()
    })
}
