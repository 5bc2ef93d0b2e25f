//! The accessibility statement, and the criteria of WCAG that the sources alone can break.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::source::files;
use crate::{assert_none, root};

const STATEMENT: &str = "docs/accessibility.md";
/// A criterion without a test has these words, and then the reason.
const NO_TEST: &str = "No test: ";
const TEST_FILES: [&str; 2] = [".spec.ts", ".rs"];
const SHORTCOMINGS: &str = "## Known shortcomings";
const MET: [&str; 2] = ["met", "not applicable"];
const NOT_MET: [&str; 2] = ["partly met", "not met"];

/// The criteria of WCAG 2.2 at the levels A and AA.
const CRITERIA: [(&str, &str, &str); 55] = [
    ("1.1.1", "Non-text Content", "A"),
    ("1.2.1", "Audio-only and Video-only (Prerecorded)", "A"),
    ("1.2.2", "Captions (Prerecorded)", "A"),
    ("1.2.3", "Audio Description or Media Alternative (Prerecorded)", "A"),
    ("1.2.4", "Captions (Live)", "AA"),
    ("1.2.5", "Audio Description (Prerecorded)", "AA"),
    ("1.3.1", "Info and Relationships", "A"),
    ("1.3.2", "Meaningful Sequence", "A"),
    ("1.3.3", "Sensory Characteristics", "A"),
    ("1.3.4", "Orientation", "AA"),
    ("1.3.5", "Identify Input Purpose", "AA"),
    ("1.4.1", "Use of Color", "A"),
    ("1.4.2", "Audio Control", "A"),
    ("1.4.3", "Contrast (Minimum)", "AA"),
    ("1.4.4", "Resize Text", "AA"),
    ("1.4.5", "Images of Text", "AA"),
    ("1.4.10", "Reflow", "AA"),
    ("1.4.11", "Non-text Contrast", "AA"),
    ("1.4.12", "Text Spacing", "AA"),
    ("1.4.13", "Content on Hover or Focus", "AA"),
    ("2.1.1", "Keyboard", "A"),
    ("2.1.2", "No Keyboard Trap", "A"),
    ("2.1.4", "Character Key Shortcuts", "A"),
    ("2.2.1", "Timing Adjustable", "A"),
    ("2.2.2", "Pause, Stop, Hide", "A"),
    ("2.3.1", "Three Flashes or Below Threshold", "A"),
    ("2.4.1", "Bypass Blocks", "A"),
    ("2.4.2", "Page Titled", "A"),
    ("2.4.3", "Focus Order", "A"),
    ("2.4.4", "Link Purpose (In Context)", "A"),
    ("2.4.5", "Multiple Ways", "AA"),
    ("2.4.6", "Headings and Labels", "AA"),
    ("2.4.7", "Focus Visible", "AA"),
    ("2.4.11", "Focus Not Obscured (Minimum)", "AA"),
    ("2.5.1", "Pointer Gestures", "A"),
    ("2.5.2", "Pointer Cancellation", "A"),
    ("2.5.3", "Label in Name", "A"),
    ("2.5.4", "Motion Actuation", "A"),
    ("2.5.7", "Dragging Movements", "AA"),
    ("2.5.8", "Target Size (Minimum)", "AA"),
    ("3.1.1", "Language of Page", "A"),
    ("3.1.2", "Language of Parts", "AA"),
    ("3.2.1", "On Focus", "A"),
    ("3.2.2", "On Input", "A"),
    ("3.2.3", "Consistent Navigation", "AA"),
    ("3.2.4", "Consistent Identification", "AA"),
    ("3.2.6", "Consistent Help", "A"),
    ("3.3.1", "Error Identification", "A"),
    ("3.3.2", "Labels or Instructions", "A"),
    ("3.3.3", "Error Suggestion", "AA"),
    ("3.3.4", "Error Prevention (Legal, Financial, Data)", "AA"),
    ("3.3.7", "Redundant Entry", "A"),
    ("3.3.8", "Accessible Authentication (Minimum)", "AA"),
    ("4.1.2", "Name, Role, Value", "A"),
    ("4.1.3", "Status Messages", "AA"),
];

/// A line of the table of criteria.
#[derive(Debug)]
struct Line<'a> {
    criterion: (&'a str, &'a str, &'a str),
    result: &'a str,
    held_by: &'a str,
}

fn lines(page: &str) -> Vec<Line<'_>> {
    let lines = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let [number, name, level, result, held_by, ""] = cells[..] else { return None };
        let is_number = number.starts_with(|it: char| it.is_ascii_digit());
        is_number.then_some(Line { criterion: (number, name, level), result, held_by })
    });
    lines.collect()
}

/// The tests that a text names: `file: title` between backticks.
fn named_tests(text: &str) -> Vec<(&str, &str)> {
    let codes = text.split('`').skip(1).step_by(2);
    let tests = codes.filter_map(|code| code.split_once(": "));
    tests.filter(|(file, _)| TEST_FILES.iter().any(|end| file.ends_with(end))).collect()
}

/// True if the source of a test file declares the test.
fn declares(source: &str, title: &str) -> bool {
    let declarations = ["test('", "test(`", "fn "].map(|before| format!("{before}{title}"));
    let ends = ["'", "`", "("];
    declarations.iter().zip(ends).any(|(it, end)| source.contains(&format!("{it}{end}")))
}

/// Lines whose result, or the absence of a test, is not explained.
fn unexplained(page: &str) -> Vec<String> {
    let shortcomings = page.split_once(SHORTCOMINGS).map_or("", |(_, rest)| rest);
    let mut found = Vec::new();
    for Line { criterion: (number, ..), result, held_by } in lines(page) {
        let reason = held_by.split_once(NO_TEST).map_or("", |(_, reason)| reason);
        if named_tests(held_by).is_empty() && reason.len() < 20 {
            found.push(format!("{number} has neither a test nor a reason"));
        }
        let is_listed = shortcomings.contains(&format!("**{number}**"));
        match result {
            _ if MET.contains(&result) && !is_listed => {}
            _ if NOT_MET.contains(&result) && is_listed => {}
            _ => found.push(format!("{number} is \"{result}\"; shortcoming: {is_listed}")),
        }
    }
    found
}

fn statement() -> String {
    fs::read_to_string(root().join(STATEMENT)).unwrap()
}

fn all(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let read = |(path, file)| (path, fs::read_to_string(file).unwrap());
    let found: Vec<_> = files(&root().join(folder), endings).into_iter().map(read).collect();
    assert!(found.len() > 3, "the walk finds the files of {folder}");
    found
}

#[test]
fn every_criterion_is_in_the_accessibility_statement_once() {
    let page = statement();
    let criteria: Vec<_> = lines(&page).into_iter().map(|line| line.criterion).collect();
    let missing = CRITERIA.iter().filter(|it| !criteria.contains(it));
    let rule = "add these criteria to docs/accessibility.md";
    assert_none(missing.map(|it| format!("{it:?}")), rule);
    assert_eq!(criteria, CRITERIA, "the order of the standard, and nothing twice");
    let gaps = lines(&page).iter().filter(|line| NOT_MET.contains(&line.result)).count();
    let sum = format!("{gaps} of the {} criteria", CRITERIA.len());
    assert!(page.contains(&sum), "say in docs/accessibility.md that {sum} are not met");
}

#[test]
fn every_criterion_has_a_test_or_a_reason_and_every_gap_is_a_known_shortcoming() {
    let rule = "name a test or a reason in docs/accessibility.md, and list what is not met";
    assert_none(unexplained(&statement()), rule);
}

#[test]
fn the_tests_in_the_accessibility_statement_exist() {
    let page = statement();
    let mut sources: BTreeMap<&str, String> = BTreeMap::new();
    let missing = named_tests(&page).into_iter().filter(|(file, title)| {
        let folder = if file.contains('/') { "" } else { "end2end/tests" };
        let source = sources.entry(file).or_insert_with(|| {
            fs::read_to_string(root().join(folder).join(file)).unwrap_or_default()
        });
        !declares(source, title)
    });
    let missing: BTreeSet<String> =
        missing.map(|(file, title)| format!("{file}: {title}")).collect();
    assert_none(missing, "docs/accessibility.md names tests that do not exist");
}

/// A page with sound or moving pictures needs captions and descriptions.
#[test]
fn the_pages_contain_no_sound_no_video_and_no_pictures_of_text() {
    let refused = ["<audio", "<video", "<iframe", "<object", "<embed", "<canvas"];
    let mut sources = all("app/src", &[".rs", ".js"]);
    sources.extend(all("style", &[".css"]));
    let found = sources.iter().flat_map(|(path, text)| {
        let found = refused.iter().filter(|word| text.contains(**word));
        found.map(move |word| format!("{path} has {word}"))
    });
    assert_none(found, "decide on the criteria 1.2 and 1.4.5 in docs/accessibility.md first");
    let pictures = files(&root().join("style").join("assets"), &[".png", ".jpg", ".gif", ".svg"]);
    let pictures: Vec<String> = pictures.into_iter().map(|(path, _)| path).collect();
    assert_eq!(pictures, ["logo.svg"]);
}

#[test]
fn the_styles_depend_on_no_orientation_and_show_nothing_on_hover_alone() {
    let found = all("style", &[".css"]).into_iter().flat_map(|(path, text)| {
        let turned = text.contains("orientation:").then(|| format!("{path} has an orientation"));
        let hovered = text.split(":hover").skip(1).filter_map(|rest| rest.split('}').next());
        let shows = hovered.filter(|rule| {
            ["display:", "visibility:", "content:"].iter().any(|word| rule.contains(word))
        });
        let shows = shows.map(|rule| format!("{path} shows on hover: {}", rule.trim()));
        turned.into_iter().chain(shows).collect::<Vec<_>>()
    });
    assert_none(found, "WCAG 1.3.4 and 1.4.13");
}

/// All but the handle for dragging, whose movement has an alternative by keys and buttons.
#[test]
fn a_pointer_acts_when_it_is_released_and_no_movement_of_the_device_acts() {
    let refused = [
        "pointerdown",
        "mousedown",
        "touchstart",
        "touchmove",
        "devicemotion",
        "deviceorientation",
    ];
    let sources = all("app/src", &[".rs", ".js"]);
    let others = sources.iter().filter(|(path, _)| path != "settings/editor/drag.rs");
    let found = others.flat_map(|(path, text)| {
        let found = refused.iter().filter(|word| text.contains(**word));
        found.map(move |word| format!("{path} listens to {word}"))
    });
    assert_none(found, "WCAG 2.5.1, 2.5.2 and 2.5.4");
}

/// Only the arc on a button that is waiting turns for longer than a moment.
#[test]
fn nothing_but_the_sign_of_waiting_moves_without_end() {
    let found = all("style", &[".css"]).into_iter().flat_map(|(path, text)| {
        let endless = text.lines().filter(|line| line.contains("infinite")).map(str::trim);
        endless.map(|line| format!("{path}: {line}")).collect::<Vec<_>>()
    });
    let found: Vec<String> = found.collect();
    assert_eq!(found, ["components/button.css: animation: turn 800ms linear infinite;"]);
}

mod tests {
    use super::*;

    #[test]
    fn a_line_without_a_test_or_a_reason_is_found() {
        let page = "| 1.1.1 | Non-text Content | A | met | by eye |\n\
                    | 1.2.1 | Audio | A | not applicable | No test: the pages contain no audio. |\n\
                    | 1.3.1 | Info | A | met | `pages.spec.ts: a page is sound` |\n";
        assert_eq!(unexplained(page), ["1.1.1 has neither a test nor a reason"]);
    }

    #[test]
    fn a_gap_that_is_not_listed_and_a_listed_one_that_is_met_are_found() {
        let page = "| 2.1.4 | Shortcuts | A | not met | `keyboard.spec.ts: a key` |\n\
                    | 2.2.1 | Timing | A | met | `autosave.spec.ts: a save` |\n\
                    | 2.2.2 | Pause | A | partly met | `live.spec.ts: a list` |\n\n\
                    ## Known shortcomings\n\n- **2.2.1**: late.\n- **2.2.2**: no switch.\n";
        let found =
            ["2.1.4 is \"not met\"; shortcoming: false", "2.2.1 is \"met\"; shortcoming: true"];
        assert_eq!(unexplained(page), found);
    }

    #[test]
    fn a_test_is_found_by_its_whole_title() {
        let text = "see `a.spec.ts: a page is sound`, `b.rs: it_holds` and `b: c`";
        assert_eq!(named_tests(text), [("a.spec.ts", "a page is sound"), ("b.rs", "it_holds")]);
        assert!(declares("test('a page is sound', async", "a page is sound"));
        assert!(declares("test(`${name} is sound`, async", "${name} is sound"));
        assert!(declares("fn it_holds() {", "it_holds"));
        assert!(!declares("test('a page is sound in Arabic', async", "a page is sound"));
        assert!(!declares("fn it_holds_not() {", "it_holds"));
    }
}
