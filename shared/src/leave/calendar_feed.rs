//! The calendar feed of approved leave, as iCalendar (RFC 5545).

use chrono::{DateTime, Days as CalendarDays, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::absence::Absence;

/// The extension of the address.
pub const EXTENSION: &str = ".ics";
/// The path that the token and the extension follow.
pub const PATH: &str = "/calendar/";

/// The maximum length of a line, in bytes, without its end.
const LINE_MAX: usize = 75;

/// The calendar feed of a member of staff. Its address is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CalendarFeed {
    /// The time of creation.
    pub created_at: DateTime<Utc>,
}

/// A new feed with its token, which is returned once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CalendarFeedCreated {
    /// The feed.
    pub feed: CalendarFeed,
    /// The secret part of the address.
    pub token: String,
}

impl CalendarFeedCreated {
    /// The path of the feed.
    pub fn path(&self) -> String {
        format!("{PATH}{}{EXTENSION}", self.token)
    }
}

impl std::fmt::Debug for CalendarFeedCreated {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("CalendarFeedCreated").field(&self.feed).finish()
    }
}

/// Writes approved absences as a calendar with an all-day event for each. Events contain neither
/// the type nor the reason of the leave.
///
/// * `now`: the time at which the events are as written.
pub fn calendar(absences: &[Absence], now: DateTime<Utc>) -> String {
    let mut text = String::new();
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Mizan//Leave//EN"] {
        push_line(&mut text, line);
    }
    for line in ["CALSCALE:GREGORIAN", "X-WR-CALNAME:Leave"] {
        push_line(&mut text, line);
    }
    for absence in absences.iter().filter(|it| !it.is_pending) {
        push_event(&mut text, absence, now);
    }
    push_line(&mut text, "END:VCALENDAR");
    text
}

fn push_event(text: &mut String, absence: &Absence, now: DateTime<Utc>) {
    let period = absence.period;
    let after = period.end.checked_add_days(CalendarDays::new(1)).unwrap_or(period.end);
    let halves = match (period.start_half, period.end_half) {
        (false, false) => "",
        (true, false) => " (from noon)",
        (false, true) => " (until noon)",
        (true, true) => " (from noon of the first to noon of the last day)",
    };
    let summary = format!("{}: away{halves}", absence.staff_name);
    push_line(text, "BEGIN:VEVENT");
    push_line(text, &format!("UID:{}", uid(absence)));
    push_line(text, &format!("DTSTAMP:{}", now.format("%Y%m%dT%H%M%SZ")));
    push_line(text, &format!("DTSTART;VALUE=DATE:{}", date(period.start)));
    push_line(text, &format!("DTEND;VALUE=DATE:{}", date(after)));
    push_line(text, &format!("SUMMARY:{}", escaped(&summary)));
    push_line(text, "TRANSP:TRANSPARENT");
    push_line(text, "END:VEVENT");
}

/// The same in every version of the feed: a person has one approved absence that begins at a time.
fn uid(absence: &Absence) -> String {
    let half = if absence.period.start_half { "-noon" } else { "" };
    format!("{}-{}{half}@leave.mizan", absence.staff_id, date(absence.period.start))
}

fn date(day: NaiveDate) -> String {
    day.format("%Y%m%d").to_string()
}

/// Escapes a text value. Line breaks are written as `\n`; other control characters are not allowed
/// and left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' => escaped.push_str("\\n"),
            _ if character.is_control() => {}
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Adds a line, folded between characters so that no part is too long.
fn push_line(text: &mut String, line: &str) {
    let mut length = 0;
    for character in line.chars() {
        if length + character.len_utf8() > LINE_MAX {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(character);
        length += character.len_utf8();
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::id::StaffId;
    use crate::leave::period::Period;

    fn absence(name: &str, (start, end): (&str, &str), halves: (bool, bool)) -> Absence {
        let [start, end] = [start, end].map(|day| day.parse().unwrap());
        let (start_half, end_half) = halves;
        Absence {
            staff_id: StaffId(uuid::Uuid::from_u128(7)),
            staff_name: name.to_owned(),
            period: Period { start, end, start_half, end_half },
            is_pending: false,
        }
    }

    fn now() -> DateTime<Utc> {
        "2026-11-28T08:00:00Z".parse().unwrap()
    }

    /// The lines without their folds.
    fn unfolded(text: &str) -> Vec<String> {
        text.replace("\r\n ", "").lines().map(str::to_owned).collect()
    }

    #[test]
    fn an_absence_is_an_event_of_whole_days_that_ends_on_the_day_after() {
        let week = absence("Layla Haddad", ("2026-12-28", "2026-12-31"), (false, false));
        let text = calendar(&[week], now());
        let expected = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Mizan//Leave//EN\r\n\
            CALSCALE:GREGORIAN\r\nX-WR-CALNAME:Leave\r\nBEGIN:VEVENT\r\n\
            UID:00000000-0000-0000-0000-000000000007-20261228@leave.mizan\r\n\
            DTSTAMP:20261128T080000Z\r\nDTSTART;VALUE=DATE:20261228\r\n\
            DTEND;VALUE=DATE:20270101\r\nSUMMARY:Layla Haddad: away\r\nTRANSP:TRANSPARENT\r\n\
            END:VEVENT\r\nEND:VCALENDAR\r\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn pending_requests_are_left_out_and_nothing_is_a_calendar_too() {
        let mut pending = absence("Layla", ("2026-12-28", "2026-12-28"), (false, false));
        pending.is_pending = true;
        let none = calendar(&[], now());
        assert_eq!(calendar(&[pending], now()), none);
        assert!(!none.contains("VEVENT") && none.ends_with("END:VCALENDAR\r\n"));
    }

    #[test]
    fn the_two_halves_of_a_day_are_two_events() {
        let day = ("2026-12-28", "2026-12-28");
        let halves = [absence("Layla", day, (false, true)), absence("Layla", day, (true, false))];
        let lines = unfolded(&calendar(&halves, now()));
        let of = |prefix: &str| -> Vec<_> {
            lines.iter().filter(|line| line.starts_with(prefix)).cloned().collect()
        };
        let uids = of("UID:");
        assert_eq!(uids.len(), 2);
        assert_ne!(uids[0], uids[1]);
        assert_eq!(
            of("SUMMARY:"),
            ["SUMMARY:Layla: away (until noon)", "SUMMARY:Layla: away (from noon)"]
        );
    }

    #[test]
    fn a_name_cannot_end_its_line() {
        let name = "A\\B; C, D\r\nBEGIN:VALARM\u{7}";
        let text = calendar(&[absence(name, ("2026-12-28", "2026-12-28"), (false, false))], now());
        let lines = unfolded(&text);
        assert!(lines.contains(&r"SUMMARY:A\\B\; C\, D\nBEGIN:VALARM: away".to_owned()), "{text}");
        assert!(!lines.contains(&"BEGIN:VALARM".to_owned()));
    }

    #[test]
    fn the_token_is_not_printed() {
        let feed = CalendarFeed { created_at: now() };
        let created = CalendarFeedCreated { feed, token: "secret".to_owned() };
        assert_eq!(created.path(), "/calendar/secret.ics");
        assert!(!format!("{created:?}").contains("secret"));
    }

    proptest! {
        #[test]
        fn lines_are_short_and_unfold_to_the_name(name in "[\\PC]{0,200}") {
            let day = ("2026-12-28", "2026-12-28");
            let text = calendar(&[absence(&name, day, (false, false))], now());
            for line in text.split_terminator("\r\n") {
                prop_assert!(line.len() <= LINE_MAX, "{line}");
            }
            let summary = format!("SUMMARY:{}: away", escaped(&name));
            let unfolded = text.replace("\r\n ", "");
            prop_assert!(unfolded.split("\r\n").any(|line| line == summary));
        }
    }
}
