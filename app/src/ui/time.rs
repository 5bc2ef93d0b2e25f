//! Formatting of dates and times.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Timelike, Utc};
use leptos::prelude::*;

use super::digits::{comma, figure};
use super::label::Language;
use crate::i18n::{tu_string, use_i18n};
use crate::session::Me;

pub use super::date::{date_text, month_year_text, period_text, short_date_text};

/// The current time: from the clock of the service on the server, and that of the device in the
/// browser.
#[cfg(feature = "ssr")]
pub fn now() -> DateTime<Utc> {
    crate::server::service().map_or(DateTime::UNIX_EPOCH, |service| service.now())
}

/// The current time: from the clock of the service on the server, and that of the device in the
/// browser.
#[cfg(not(feature = "ssr"))]
#[expect(clippy::as_conversions, reason = "milliseconds since 1970 are whole and fit")]
#[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 are whole and fit")]
pub fn now() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(js_sys::Date::now() as i64).unwrap_or(DateTime::UNIX_EPOCH)
}

/// The date of an instant in the time zone of the organization.
pub fn local_date(at: DateTime<Utc>) -> NaiveDate {
    local_time(at, &time_zone()).date()
}

fn time_zone() -> String {
    use_context::<Me>().map_or_else(|| "UTC".to_owned(), |me| me.time_zone)
}

/// Formats an instant in the time zone of the organization: `21 Nov 2026, 09:12`.
pub fn exact_text(i18n: Language, at: DateTime<Utc>) -> String {
    let local = local_time(at, &time_zone());
    let date = short_date_text(i18n, local.date());
    let comma = comma(i18n);
    figure(i18n, &format!("{date}{comma} {:02}:{:02}", local.hour(), local.minute()))
}

/// Formats the time since an instant: `4 minutes ago`, `yesterday`, or the date after a week.
pub fn ago_text(i18n: Language, at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let past = now.signed_duration_since(at);
    match (past.num_minutes(), past.num_hours(), past.num_days()) {
        (..1, _, _) => tu_string!(i18n, time.now).to_owned(),
        (1, _, _) => tu_string!(i18n, time.minute).to_owned(),
        (count, 0, _) => tu_string!(i18n, time.minutes, count = count),
        (_, 1, _) => tu_string!(i18n, time.hour).to_owned(),
        (_, count, 0) => tu_string!(i18n, time.hours, count = count),
        (_, _, 1) => tu_string!(i18n, time.yesterday).to_owned(),
        (_, _, 2) => tu_string!(i18n, time.days_ago_two).to_owned(),
        (_, _, count @ 3..7) => tu_string!(i18n, time.days_ago, count = count),
        _ => short_date_text(i18n, local_date(at)),
    }
}

/// The whole days between two instants; 0 if `now` is earlier.
pub fn days_between(at: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    now.signed_duration_since(at).num_days().max(0)
}

/// Formats a number of days: `today`, `1 day`, `6 days`.
pub fn days_text(i18n: Language, days: i64) -> String {
    match days {
        ..1 => tu_string!(i18n, time.today).to_owned(),
        1 => tu_string!(i18n, time.day).to_owned(),
        2 => tu_string!(i18n, time.days_two).to_owned(),
        count if is_few(count) => tu_string!(i18n, time.days_few, count = count),
        count if count % 100 < 3 => tu_string!(i18n, time.days_hundreds, count = count),
        count => tu_string!(i18n, time.days, count = count),
    }
}

/// True if Arabic uses the plural of few: 3 to 10, also after hundreds.
const fn is_few(count: i64) -> bool {
    matches!(count % 100, 3..=10)
}

/// The time since an event, with the exact time in the title.
///
/// * `at`: the time of the event.
#[component]
pub fn Ago(at: DateTime<Utc>) -> impl IntoView {
    let i18n = use_i18n();
    let (text, exact) = (ago_text(i18n, at, now()), exact_text(i18n, at));
    view! { <time datetime=at.to_rfc3339() title=exact>{text}</time> }.into_any()
}

/// The local time in an IANA time zone; UTC for an unknown one.
#[cfg(feature = "ssr")]
pub fn local_time(at: DateTime<Utc>, zone: &str) -> NaiveDateTime {
    at.with_timezone(&zone.parse().unwrap_or(chrono_tz::Tz::UTC)).naive_local()
}

/// The local time in an IANA time zone; UTC for an unknown one.
///
/// Browsers know the time zones, and their Swedish date format is that of ISO 8601.
#[cfg(not(feature = "ssr"))]
pub fn local_time(at: DateTime<Utc>, zone: &str) -> NaiveDateTime {
    use wasm_bindgen::JsValue;

    let options = js_sys::Object::new();
    // Setting a property of a new plain object cannot fail.
    let _ = js_sys::Reflect::set(&options, &"timeZone".into(), &zone.into());
    let date = js_sys::Date::new(&JsValue::from_str(&at.to_rfc3339()));
    let text = String::from(date.to_locale_string("sv-SE", &options));
    text.replace(' ', "T").parse().unwrap_or_else(|_| at.naive_utc())
}
