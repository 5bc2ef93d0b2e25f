//! Tests that pages render user input as text.

use leptos::prelude::*;

use crate::i18n::Locale;
use crate::rendering::rendered;
use crate::ui::badge::{Badge, Tone};
use crate::ui::empty_state::Empty;
use crate::ui::field::{SelectField, TextField};
use crate::ui::icon::IconName;
use crate::ui::person::Person;

const ATTACK: &str = "</textarea></title><script>alert(1)</script>\"' onfocus=alert(1) &amp;";

fn assert_inert(html: &str) {
    assert!(!html.contains("<script"), "{html}");
    assert!(!html.contains("</textarea>"), "{html}");
    assert!(!html.contains("</title>"), "{html}");
}

#[tokio::test]
async fn names_and_lines_about_people_are_text() {
    let html = rendered(Locale::English, |_| view! { <Person name=ATTACK sub=ATTACK/> });
    assert!(html.contains("&lt;script&gt;"));
    assert_inert(&html);
}

#[test]
fn the_title_of_the_document_is_text() {
    assert_inert(&crate::document::document_title(Locale::English, ATTACK.to_owned()));
}

#[tokio::test]
async fn values_labels_hints_and_errors_of_fields_are_text() {
    let html = rendered(Locale::English, |_| {
        let (value, error) = (ATTACK.to_owned(), Some(ATTACK.to_owned()));
        view! { <TextField id="a" name="a" label=ATTACK hint=ATTACK value error/> }
    });
    assert!(html.contains("&quot;' onfocus=alert(1)"), "{html}");
    assert_inert(&html);
}

#[tokio::test]
async fn names_of_choices_are_text() {
    let html = rendered(Locale::English, |_| {
        let options = vec![(ATTACK.to_owned(), ATTACK.to_owned())];
        let value = ATTACK.to_owned();
        view! { <SelectField id="a" name="a" label=ATTACK options value/> }
    });
    assert_inert(&html);
}

#[tokio::test]
async fn badges_and_empty_lists_hold_text() {
    let html = rendered(Locale::English, |_| {
        view! {
            <Badge tone=Tone::Danger icon=IconName::X text=ATTACK/>
            {Empty::new(IconName::Inbox, ATTACK, ATTACK).view()}
        }
    });
    assert_inert(&html);
}
