//! The report on pages on a slow phone, navigation and keystrokes; times in milliseconds.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

use super::over;

const BLOCKED: f64 = 150.0;
const NAVIGATION_P90: f64 = 300.0;
const KEYSTROKE_P50: f64 = 4.0;
const KEYSTROKE_P99: f64 = 16.0;

/// The results in Chromium.
#[derive(Clone, Debug, Deserialize)]
pub struct Browser {
    phone: Vec<Phone>,
    navigation: Vec<Navigation>,
    keystrokes: Keystrokes,
}

/// A page that was loaded without a cache on a throttled phone.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Phone {
    page: String,
    first_paint: f64,
    /// The sum of the time by which tasks exceed 50 ms, after the first paint.
    blocked: f64,
    tap: Option<Tap>,
}

/// The first tap on the form, in time since the start of the navigation.
#[derive(Clone, Debug, Deserialize)]
struct Tap {
    tapped: f64,
    answered: f64,
}

/// The navigation from a list to a record, or back.
#[derive(Clone, Debug, Deserialize)]
struct Navigation {
    from: String,
    to: String,
    p50: f64,
    p90: f64,
}

#[derive(Clone, Debug, Deserialize)]
struct Keystrokes {
    rows: u32,
    count: u32,
    p50: f64,
    p99: f64,
}

impl Browser {
    pub(super) fn missed(&self) -> Vec<String> {
        let phone = self.phone.iter().filter_map(|it| {
            let what = format!("the {} page on a phone: blocked time in ms", it.page);
            over(&what, it.blocked, BLOCKED)
        });
        let navigation = self.navigation.iter().filter_map(|it| {
            let what = format!("from {} to {}: p90 in ms", it.from, it.to);
            over(&what, it.p90, NAVIGATION_P90)
        });
        let Keystrokes { p50, p99, .. } = self.keystrokes;
        let keystrokes = [
            over("keystroke to preview: p50 in ms", p50, KEYSTROKE_P50),
            over("keystroke to preview: p99 in ms", p99, KEYSTROKE_P99),
        ];
        phone.chain(navigation).chain(keystrokes.into_iter().flatten()).collect()
    }
}

pub(super) fn section(text: &mut String, it: &Browser) -> Result<()> {
    phone_section(text, &it.phone)?;
    navigation_section(text, &it.navigation)?;
    let Keystrokes { rows, count, p50, p99 } = it.keystrokes;
    writeln!(
        text,
        "\n### Keystrokes\n\nFrom a keystroke that scores a row to the change of the preview in \
         the document, on a form of {rows} rows, {count} keystrokes: {p50:.1} ms at p50 (at most \
         {KEYSTROKE_P50} ms), {p99:.1} ms at p99 (at most {KEYSTROKE_P99} ms).",
    )?;
    Ok(())
}

fn phone_section(text: &mut String, pages: &[Phone]) -> Result<()> {
    writeln!(
        text,
        "### On a phone\n\nA processor four times slower than that of the machine, 1.6 Mbit/s and \
         a latency of 150 ms; each page opened cold, medians of five. Blocked is the time that \
         tasks take beyond 50 ms each, from the first paint on: at most {BLOCKED} ms.\n"
    )?;
    writeln!(text, "| page | first paint | blocked |\n|---|---|---|")?;
    for it in pages {
        writeln!(text, "| {} | {:.0} ms | {:.0} ms |", it.page, it.first_paint, it.blocked)?;
    }
    for (page, tap) in pages.iter().filter_map(|it| Some((&it.page, it.tap.as_ref()?))) {
        writeln!(
            text,
            "\nThe {page} page answers the first tap on a score {:.0} ms after the navigation \
             began. The tap came as soon as the scores were visible, at {:.0} ms.",
            tap.answered, tap.tapped
        )?;
    }
    Ok(())
}

fn navigation_section(text: &mut String, ways: &[Navigation]) -> Result<()> {
    writeln!(
        text,
        "\n### From page to page\n\nOn a desktop computer, warm, from the click until the next \
         page is painted: at most {NAVIGATION_P90} ms at p90.\n"
    )?;
    writeln!(text, "| from | to | p50 | p90 |\n|---|---|---|---|")?;
    for Navigation { from, to, p50, p90 } in ways {
        writeln!(text, "| {from} | {to} | {p50:.0} ms | {p90:.0} ms |")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUND: &str = r#"{
        "phone": [
            {"page": "home", "firstPaint": 1400, "blocked": 150},
            {"page": "form", "firstPaint": 1600, "blocked": 151,
             "tap": {"tapped": 1900, "answered": 4200.4}}
        ],
        "navigation": [
            {"from": "the list of appraisals", "to": "a record", "p50": 90, "p90": 301},
            {"from": "a record", "to": "the list of appraisals", "p50": 40, "p90": 60}
        ],
        "keystrokes": {"rows": 40, "count": 400, "p50": 3.9, "p99": 16.1}
    }"#;

    #[test]
    fn a_figure_beyond_its_limit_is_named() {
        let browser: Browser = serde_json::from_str(FOUND).unwrap();
        assert_eq!(
            browser.missed(),
            [
                "the form page on a phone: blocked time in ms is 151.00, not 150",
                "from the list of appraisals to a record: p90 in ms is 301.00, not 300",
                "keystroke to preview: p99 in ms is 16.10, not 16",
            ]
        );
    }

    #[test]
    fn the_response_time_of_the_first_tap_is_reported() {
        let mut text = String::new();
        section(&mut text, &serde_json::from_str(FOUND).unwrap()).unwrap();
        assert!(text.contains("the first tap on a score 4200 ms after"), "{text}");
        assert!(text.contains("| a record | the list of appraisals | 40 ms | 60 ms |"), "{text}");
    }
}
