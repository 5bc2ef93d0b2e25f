//! The home page: figures, pending items, the user's own appraisal and leave, and notifications.

mod figures;
mod pending;
mod serverfns;

pub use serverfns::*;

use chrono::Timelike;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::appraisal::Status;
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary, Scope};
use shared::page::PageRequest;

use crate::appraisal::list_appraisals;
use crate::appraisal::table::Waiting;
use crate::i18n::{tu_string, use_i18n};
use crate::leave::LeaveCard;
use crate::notification::{NotificationLines, list_notifications};
use crate::session::{Me, use_me};
use crate::ui::badge::{Badge, StatusBadge, Tone};
use crate::ui::card::Card;
use crate::ui::digits;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::page::{PageHead, found};
use crate::ui::time::{date_text, local_time, now, period_text};
use figures::Figures;
use pending::WaitsForMe;

const NOTIFICATIONS_SHOWN: u32 = 4;

/// The page at `/`.
#[component]
pub fn HomePage() -> impl IntoView {
    let i18n = use_i18n();
    let me = use_me();
    let today = local_time(now(), &me.time_zone);
    let first_name = me.name.split_whitespace().next().unwrap_or_default().to_owned();
    let greeting = match today.hour() {
        4..12 => tu_string!(i18n, home.morning, name = first_name),
        12..18 => tu_string!(i18n, home.afternoon, name = first_name),
        _ => tu_string!(i18n, home.evening, name = first_name),
    };

    view! {
        <Title text=tu_string!(i18n, home.title)/>
        <div class="page">
            {PageHead::new(greeting, date_text(i18n, today.date())).view()}
            <Figures/>
            <div class="home-grid">
                <div class="home-column">
                    <WaitsForMe/>
                    <MyAppraisal me=me.clone()/>
                </div>
                <div class="home-column">
                    <Employment me/>
                    <LeaveCard/>
                    <Latest/>
                </div>
            </div>
        </div>
    }
    .into_any()
}

fn first_rows(scope: Scope, limit: u32) -> AppraisalQuery {
    AppraisalQuery { page: PageRequest::new(1, limit), ..AppraisalQuery::of(scope) }
}

fn about(i18n: Language, appraisal: &AppraisalSummary) -> String {
    let kind = review_type_label(i18n, appraisal.review_type);
    format!("{kind} · {}", period_text(i18n, appraisal.period_from, appraisal.period_to))
}

/// The newest appraisal of the signed-in user.
///
/// * `me`: the signed-in user.
#[component]
fn MyAppraisal(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    let mine = list_appraisals(first_rows(Scope::Mine, 1));
    let content = found(mine, |page| my_appraisal(page.data.into_iter().next()));

    view! {
        <section class="card" id="mine" aria-labelledby="mine-title" data-live="">
            <div class="card-head">
                <h2 id="mine-title">{tu_string!(i18n, home.my_appraisal)}</h2>
                <a href=format!("/people/{}/appraisals", me.id)>
                    {tu_string!(i18n, home.history)}
                </a>
            </div>
            {content}
        </section>
    }
    .into_any()
}

fn my_appraisal(appraisal: Option<AppraisalSummary>) -> AnyView {
    let i18n = use_i18n();
    let Some(appraisal) = appraisal else {
        return view! { <p class="card-body muted">{tu_string!(i18n, home.none)}</p> }.into_any();
    };
    let about = about(i18n, &appraisal);
    let waits = appraisal.waiting_since.filter(|_| appraisal.status != Status::Finalized);
    let waiting = waits.map(|since| view! { <Waiting since/> });
    let names = (!appraisal.waiting_for.is_empty()).then(|| digits::listed(&appraisal.waiting_for));
    let score = appraisal.overall_score.zip(appraisal.overall_band).map(|(score, band)| {
        view! {
            <strong>{digits::number(score)}</strong>
            <span class="muted">{band_label(i18n, band)}</span>
        }
    });

    view! {
        <ul class="list-lines">
            <li>
                <a
                    class="line-item line-item-onward"
                    href=format!("/appraisals/{}", appraisal.id)
                >
                    <strong>{about}</strong>
                    <StatusBadge status=appraisal.status/>
                    {names.map(|names| view! { <span class="muted">{names}</span> })}
                    {waiting}
                    {score}
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                </a>
            </li>
        </ul>
    }
    .into_any()
}

/// The card that displays whether the user's employment is confirmed.
///
/// * `me`: the signed-in user.
#[component]
fn Employment(me: Me) -> impl IntoView {
    let i18n = use_i18n();
    let confirmed = me.employment_confirmed_at;
    let badge = if confirmed.is_some() {
        let text = tu_string!(i18n, home.confirmed);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
    } else {
        let text = tu_string!(i18n, home.unconfirmed);
        view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any()
    };
    let body = if let Some(date) = confirmed {
        view! {
            <dl class="facts-list">
                <dt>{tu_string!(i18n, home.confirmed_on)}</dt>
                <dd>{date_text(i18n, date)}</dd>
            </dl>
        }
        .into_any()
    } else {
        view! { <p>{tu_string!(i18n, home.probation_text)}</p> }.into_any()
    };

    Card::new("status-title", tu_string!(i18n, home.employment)).beside(badge).body(body)
}

/// The card with the newest notifications.
#[component]
fn Latest() -> impl IntoView {
    let i18n = use_i18n();
    let lines = found(list_notifications(false, 1, NOTIFICATIONS_SHOWN), |page| {
        view! { <NotificationLines notifications=page.data/> }.into_any()
    });

    view! {
        <section class="card" id="notes" aria-labelledby="notes-title" data-live="">
            <div class="card-head">
                <h2 id="notes-title">{tu_string!(i18n, frame.notifications)}</h2>
                <a href="/notifications">{tu_string!(i18n, home.all)}</a>
            </div>
            {lines}
        </section>
    }
    .into_any()
}
