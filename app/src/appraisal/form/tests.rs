//! The page at each stage, as rendered by the server.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use shared::appraisal::detail::{ConfirmationOutlook, DevelopmentRow};
use shared::appraisal::{Relation, ReviewStage, ReviewType, Status};
use shared::patch::Patch;

use super::page::{FormPage, FormPageData};
use super::sample::{self, NOBODY};
use crate::i18n::{Language, Locale};
use crate::session::SessionWatch;
use shared::appraisal::form::AppraisalForm;

const ATTACK: &str = "</textarea></title><script>alert(1)</script>\"' onfocus=alert(1) &amp;";

const SUBJECT: Relation = Relation { subject: true, ..NOBODY };
const MANAGER: Relation = Relation { line_manager: true, ..NOBODY };
const HEAD: Relation = Relation { department_head: true, ..NOBODY };
const DIRECTOR: Relation = Relation { managing_director: true, ..NOBODY };
const HR: Relation = Relation { human_resources: true, ..NOBODY };

fn page(form: AppraisalForm) -> String {
    // Fails if another test has initialized it already.
    let _ = any_spawner::Executor::init_tokio();
    let owner = Owner::new();
    owner.with(|| {
        provide_meta_context();
        SessionWatch::provide();
        provide_context(sample::reader(form.detail.staff_id));
        let view = move || {
            let form = form.clone();
            let data = FormPageData { form, previous: None, done: None, verified: None };
            view! { <FormPage data/> }
        };
        Language::provide(Locale::English);
        view! { {view} }.to_html()
    })
}

fn scored(mut form: AppraisalForm) -> AppraisalForm {
    for item in &mut form.detail.items {
        item.self_score = Some("5".parse().unwrap());
        item.supervisor_score = Some("3".parse().unwrap());
    }
    form
}

/// Sets every text of the form to the same value.
fn filled(mut form: AppraisalForm, text: &str) -> AppraisalForm {
    let detail = &mut form.detail;
    for item in &mut detail.items {
        text.clone_into(&mut item.label);
        text.clone_into(&mut item.description);
        item.category_label = item.category_label.as_ref().map(|_| text.to_owned());
        item.target_guidance = Some(text.to_owned());
        item.actual_achievement = Some(text.to_owned());
        item.supervisor_comment = Some(text.to_owned());
    }
    for narrative in &mut detail.narratives {
        text.clone_into(&mut narrative.question_text);
        narrative.answer = Some(text.to_owned());
    }
    let row = DevelopmentRow { area: Some(text.to_owned()), ..DevelopmentRow::default() };
    detail.plan_rows.development = vec![row];
    text.clone_into(&mut detail.staff.name);
    detail.staff.job_title = Some(text.to_owned());
    text.clone_into(&mut detail.line_manager.name);
    text.clone_into(&mut detail.managing_directors[0].name);
    text.clone_into(&mut detail.template_name);
    detail.md_comment = Some(text.to_owned());
    let mut review = sample::review(ReviewStage::SelfAssessment, detail.staff_id);
    (review.actor_name, review.comment) = (text.to_owned(), Some(text.to_owned()));
    detail.reviews = vec![review];
    if form.relation.human_resources {
        detail.hr_remarks = Patch::Value(text.to_owned());
    }
    form
}

/// The page without attribute values, in which no tag can begin.
fn without_attributes(html: &str) -> String {
    let mut rest = html;
    let mut outside = String::new();
    while let Some((before, value)) = rest.split_once("=\"") {
        outside.push_str(before);
        rest = value.split_once('"').expect("an attribute ends").1;
    }
    outside + rest
}

#[tokio::test]
async fn user_input_is_rendered_as_text_in_every_stage_and_status() {
    for relation in [SUBJECT, MANAGER, HEAD, DIRECTOR, HR] {
        for status in Status::ALL {
            let html = without_attributes(&page(filled(sample::form(relation, *status), ATTACK)));
            assert!(html.contains("&lt;script&gt;"), "{relation:?} {status}");
            for danger in ["<script>alert", "</textarea></title>", " onfocus=alert(1) &amp;amp;\""]
            {
                let found = html.find(danger).map(|at| &html[at.saturating_sub(60)..]);
                assert_eq!(found, None, "{relation:?} {status}");
            }
        }
    }
}

#[tokio::test]
async fn no_element_carries_a_style() {
    for relation in [SUBJECT, MANAGER, HEAD, DIRECTOR, HR] {
        for status in Status::ALL {
            assert!(
                !page(sample::form(relation, *status)).contains(" style="),
                "{relation:?} {status}"
            );
        }
    }
}

#[tokio::test]
async fn the_subject_fills_in_scores_achievements_and_answers() {
    let form = sample::form(SUBJECT, Status::PendingSelf);
    let row = form.detail.items[0].id;
    let html = page(form);
    assert!(html.contains("aria-label=\"Self-rating: Close the daily treasury position\""));
    assert!(html.contains(&format!("name=\"form[scores][row-{row}]\"")));
    assert!(html.contains(&format!("name=\"form[texts][row-{row}]\"")));
    assert!(html.contains("name=\"form[answers][proud]\""));
    assert!(html.contains("action=\"/api/ui/appraisal/submit-self\""));
    assert!(html.contains("formaction=\"/api/ui/appraisal/post-self\""));
    assert!(!html.contains("aria-label=\"Line manager’s rating"));
    assert!(!html.contains("preview-score"), "there is no score before the line manager");
}

#[tokio::test]
async fn the_subject_sees_nothing_of_a_review_in_progress_and_learns_when() {
    let mut form = scored(sample::form(SUBJECT, Status::PendingLm));
    form.detail = form.detail.for_reader(SUBJECT);
    let html = page(form);
    assert!(html.contains("Visible after the line manager submits."));
    assert!(!html.contains("preview-score"));
    assert!(!html.contains("Gap: 2"));
}

#[tokio::test]
async fn the_line_manager_scores_beside_the_subjects_own_score() {
    let html = page(scored(sample::form(MANAGER, Status::PendingLm)));
    assert!(html.contains("aria-label=\"Line manager’s rating: Delegation\""));
    assert!(html.contains("Bilal Haddad’s self-rating"));
    assert!(html.contains("Gap: 2"));
    assert!(html.contains("Required, not weighted"));
    assert!(html.contains("<span class=\"preview-score\">0.6000"));
    assert!(html.contains("form[plans][development][1][first]"));
}

#[tokio::test]
async fn a_score_between_two_steps_is_shown_as_it_is() {
    let mut form = sample::form(MANAGER, Status::PendingLm);
    form.detail.items[0].supervisor_score = Some("3.5".parse().unwrap());
    let html = page(form);
    assert!(html.contains("<b>3.5"));
    assert!(html.contains("between Meets expectations and Exceeds expectations"));
    assert!(!html.contains(" checked"));
}

#[tokio::test]
async fn an_approval_is_a_plain_form_with_the_score_it_decides_on() {
    let html = page(scored(sample::form(HEAD, Status::PendingDeptHead)));
    assert!(html.contains("action=\"/api/ui/appraisal/approve-dept-head\""));
    assert!(html.contains("name=\"comment\""));
    assert!(html.contains("<span class=\"figure-number\">0.6000"));
    assert!(html.contains("Next: the managing director, Layla Rahman."));
}

#[tokio::test]
async fn an_approval_that_is_still_ahead_says_what_it_waits_for() {
    let html = page(sample::form(HEAD, Status::PendingLm));
    assert!(html.contains("Pending with the line manager, Sara Khan."));
    assert!(html.contains("aria-disabled=\"true\""));
    assert!(!html.contains("approve-dept-head"));
}

#[tokio::test]
async fn the_managing_director_is_informed_that_they_are_the_subject() {
    let mut form = sample::form(Relation { subject: true, ..DIRECTOR }, Status::PendingMd);
    form.detail.managing_directors[0].id = form.detail.staff_id;
    let html = page(form);
    assert!(html.contains("You are approving your own appraisal"));
    assert!(html.contains("Layla Rahman (own appraisal)"));
}

#[tokio::test]
async fn only_human_resources_sees_its_fields() {
    for relation in [SUBJECT, MANAGER, HEAD, DIRECTOR] {
        for status in Status::ALL {
            let html = page(sample::form(relation, *status));
            assert!(!html.contains("HR use only") && !html.contains("hrRemarks"), "{relation:?}");
        }
    }
    assert!(page(sample::form(HR, Status::PendingLm)).contains("name=\"form[hr][hrRemarks]\""));
}

fn at_human_resources(start: &str, confirmed: Option<&str>) -> AppraisalForm {
    let mut form = scored(sample::form(HR, Status::PendingHr));
    form.detail.confirmation = Some(ConfirmationOutlook {
        employment_start_date: start.parse().unwrap(),
        employment_confirmed_at: confirmed.map(|date| date.parse().unwrap()),
        today: "2026-11-21".parse().unwrap(),
    });
    form
}

#[tokio::test]
async fn finalizing_says_beforehand_what_it_does_to_the_employment() {
    let html = page(at_human_resources("2026-06-01", None));
    assert!(html.contains("Sets Bilal Haddad’s confirmation date to 21 November 2026."));
    assert!(html.contains("All leave types become available."));
    assert!(html.contains("name=\"outcome\""));
    let html = page(at_human_resources("2026-06-01", Some("2026-10-01")));
    assert!(html.contains("was already confirmed on 1 October 2026. That date is kept."));
    let html = page(at_human_resources("2027-01-01", None));
    assert!(html.contains("Employment starts on 1 January 2027"));
    assert!(html.contains("aria-disabled=\"true\""));
}

#[tokio::test]
async fn only_a_probationary_appraisal_asks_for_the_outcome() {
    let mut form = at_human_resources("2026-06-01", None);
    form.detail.review_type = ReviewType::Annual;
    assert!(!page(form).contains("name=\"outcome\""));
}

#[tokio::test]
async fn the_subject_in_human_resources_reads_why_another_person_has_to_finalize() {
    let html = page(sample::form(Relation { subject: true, ..HR }, Status::PendingHr));
    assert!(html.contains("Another HR user must finalize your own appraisal."));
    assert!(!html.contains("/appraisal/finalize"));
}

#[tokio::test]
async fn a_finalized_form_explains_its_stamp_and_says_whether_it_holds() {
    let mut form = scored(sample::form(HR, Status::Finalized));
    let card = shared::scoring::score(form.detail.post(), &form.detail.scored_rows());
    form.detail.kpi_score = Some(card.kpi_score);
    form.detail.competency_score = Some(card.competency_score);
    form.detail.behaviour_score = Some(card.behaviour_score);
    form.detail.overall_score = Some(card.overall_score);
    form.detail.overall_band = Some(card.overall_band);
    (form.detail.item_count, form.detail.rated_count) = (card.item_count, card.rated_count);
    assert!(page(form.clone()).contains("Score verified"));
    form.detail.overall_score = Some(shared::scoring::Score::from_ten_thousandths(9_999));
    assert!(page(form).contains("Score mismatch"));
}
