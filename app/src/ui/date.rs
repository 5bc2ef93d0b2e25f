//! Formatting of dates.

use chrono::{Datelike, NaiveDate};

use super::digits::{figure, figure_in};
use super::label::Language;
use crate::i18n::{Locale, td_string, tu_string};

/// Formats a date: `21 November 2026`.
pub fn date_text(i18n: Language, date: NaiveDate) -> String {
    figure(i18n, &format!("{} {} {}", date.day(), month(i18n, date), date.year()))
}

/// Formats a date: `21 Nov 2026`.
pub fn short_date_text(i18n: Language, date: NaiveDate) -> String {
    short_date_in(i18n.locale(), date)
}

/// Formats a short date for a given locale.
pub fn short_date_in(locale: Locale, date: NaiveDate) -> String {
    figure_in(locale, &format!("{} {} {}", date.day(), month_short(locale, date), date.year()))
}

/// Formats a period: `1 Jun – 30 Nov 2026`. The first year is only included if it differs.
pub fn period_text(i18n: Language, from: NaiveDate, to: NaiveDate) -> String {
    let last = short_date_text(i18n, to);
    if from.year() == to.year() {
        figure(i18n, &format!("{} {} – {last}", from.day(), month_short(i18n.locale(), from)))
    } else {
        format!("{} – {last}", short_date_text(i18n, from))
    }
}

/// Formats a month: `Nov 2026`.
pub fn month_year_text(i18n: Language, date: NaiveDate) -> String {
    figure(i18n, &format!("{} {}", month_short(i18n.locale(), date), date.year()))
}

fn month(i18n: Language, date: NaiveDate) -> &'static str {
    match date.month() {
        1 => tu_string!(i18n, month.january),
        2 => tu_string!(i18n, month.february),
        3 => tu_string!(i18n, month.march),
        4 => tu_string!(i18n, month.april),
        5 => tu_string!(i18n, month.may),
        6 => tu_string!(i18n, month.june),
        7 => tu_string!(i18n, month.july),
        8 => tu_string!(i18n, month.august),
        9 => tu_string!(i18n, month.september),
        10 => tu_string!(i18n, month.october),
        11 => tu_string!(i18n, month.november),
        _ => tu_string!(i18n, month.december),
    }
}

fn month_short(locale: Locale, date: NaiveDate) -> &'static str {
    match date.month() {
        1 => td_string!(locale, month_short.january),
        2 => td_string!(locale, month_short.february),
        3 => td_string!(locale, month_short.march),
        4 => td_string!(locale, month_short.april),
        5 => td_string!(locale, month_short.may),
        6 => td_string!(locale, month_short.june),
        7 => td_string!(locale, month_short.july),
        8 => td_string!(locale, month_short.august),
        9 => td_string!(locale, month_short.september),
        10 => td_string!(locale, month_short.october),
        11 => td_string!(locale, month_short.november),
        _ => td_string!(locale, month_short.december),
    }
}
