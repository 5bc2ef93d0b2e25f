//! The ratings, answers and plans of an appraisal on paper.

use leptos::prelude::*;
use shared::appraisal::detail::{AppraisalDetail, AppraisalItem, Narrative};
use shared::appraisal::explanation::{ScoreExplanation, explain};
use shared::appraisal::{NarrativeSection, PlanKind, Section};
use shared::weight::Weight;

use super::form::label::{plan_columns, plan_label, questions_label};
use crate::i18n::tu_string;
use crate::ui::card::Card;
use crate::ui::label::{Language, section_label, share_text};
use crate::ui::table::{Cell, Column, Row, TableKind, bare_table};
use crate::ui::time::short_date_text;

/// A table for each section of scored rows.
pub(super) fn ratings(i18n: Language, detail: &AppraisalDetail) -> Vec<AnyView> {
    let explanation = explain(detail.post(), &detail.items, None);
    let section = |section: &Section| {
        let items: Vec<_> = detail.items.iter().filter(|it| it.section == *section).collect();
        (!items.is_empty()).then(|| section_card(i18n, *section, &items, &explanation))
    };
    Section::ALL.iter().filter_map(section).collect()
}

fn section_card(
    i18n: Language,
    section: Section,
    items: &[&AppraisalItem],
    explanation: &ScoreExplanation,
) -> AnyView {
    let title = section_label(i18n, section);
    let columns = [
        Column::Text(tu_string!(i18n, appraisal.paper.criterion)),
        Column::Number(tu_string!(i18n, appraisal.row.weight)),
        Column::Number(tu_string!(i18n, appraisal.paper.self_rating)),
        Column::Number(tu_string!(i18n, appraisal.explain.score)),
        Column::Number(tu_string!(i18n, appraisal.explain.contribution)),
    ];
    let rows = items.iter().map(|item| item_row(i18n, item, explanation));
    let rows = rows.chain(total(i18n, section, items, explanation));
    let sum = explanation.sections.iter().find(|it| it.section == section);
    let not_counted = sum.is_some_and(|it| !it.counts).then(|| {
        let text = tu_string!(i18n, appraisal.explain.not_counted);
        view! { <span class="muted">{text}</span> }
    });
    Card::new(format!("section-{section}"), title).beside(not_counted).with(bare_table(
        TableKind::Dense,
        title,
        &columns,
        rows,
    ))
}

fn item_row(i18n: Language, item: &AppraisalItem, explanation: &ScoreExplanation) -> Row {
    let note = |label: &'static str, text: &Option<String>| {
        let text = text.clone().filter(|text| !text.trim().is_empty())?;
        Some(view! {
            <span class="table-sub table-note">
                {label} ": " <bdi>{text}</bdi>
            </span>
        })
    };
    let achievement = note(tu_string!(i18n, appraisal.row.achievement), &item.actual_achievement);
    let comment = note(tu_string!(i18n, appraisal.row.comment), &item.supervisor_comment);
    let row = explanation.rows.iter().find(|row| row.item_id == item.id);
    let contribution = row.filter(|row| row.supervisor_score.is_some());
    Row::from([
        Cell::head(view! {
            {item.label.clone()}
            {achievement}
            {comment}
        }),
        Cell::number(share_text(item.weight)),
        Cell::number(item.self_score.map(|score| score.to_string())),
        Cell::number(item.supervisor_score.map(|score| score.to_string())),
        Cell::number(contribution.map(|row| row.contribution.to_string())),
    ])
}

/// The weight and the score of a section, once every row of it is rated.
fn total(
    i18n: Language,
    section: Section,
    items: &[&AppraisalItem],
    explanation: &ScoreExplanation,
) -> Option<Row> {
    let sum = explanation.sections.iter().find(|it| it.section == section)?;
    let is_rated = items.iter().all(|item| item.supervisor_score.is_some());
    let weight = Weight::sum(items.iter().map(|item| item.weight));
    is_rated.then(|| {
        Row::total([
            Cell::head(tu_string!(i18n, appraisal.paper.total)),
            Cell::number(share_text(weight)),
            Cell::Blank,
            Cell::Blank,
            Cell::number(sum.sum.to_string()),
        ])
    })
}

/// The answered questions, by section.
pub(super) fn answers(i18n: Language, detail: &AppraisalDetail) -> Vec<AnyView> {
    let section = |section: &NarrativeSection| {
        let questions = detail.narratives.iter().filter(|it| it.section == *section);
        let answers: Vec<_> = questions.filter_map(answer).collect();
        let title = questions_label(i18n, *section);
        (!answers.is_empty()).then(|| {
            let id = format!("answers-{section}");
            Card::new(id, title).body(view! { <dl class="paper-answers">{answers}</dl> })
        })
    };
    NarrativeSection::ALL.iter().filter_map(section).collect()
}

fn answer(question: &Narrative) -> Option<AnyView> {
    let text = question.answer.clone().filter(|text| !text.trim().is_empty())?;
    let answer = view! {
        <dt>{question.question_text.clone()}</dt>
        <dd class="answer">{text}</dd>
    };
    Some(answer.into_any())
}

/// The plans that have rows.
pub(super) fn plans(i18n: Language, detail: &AppraisalDetail) -> Vec<AnyView> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let date = |day: Option<chrono::NaiveDate>| day.map(|day| short_date_text(i18n, day));
    let development = detail.plan_rows.development.iter().map(|row| {
        ([text(&row.area), text(&row.action), text(&row.support)], date(row.target_date))
    });
    let improvement = detail.plan_rows.pip.iter().map(|row| {
        let texts = [text(&row.issue), text(&row.expected_improvement), text(&row.action)];
        (texts, date(row.review_date))
    });
    let plans = [
        plan(i18n, PlanKind::Development, development.collect()),
        plan(i18n, PlanKind::Pip, improvement.collect()),
    ];
    plans.into_iter().flatten().collect()
}

fn plan(
    i18n: Language,
    kind: PlanKind,
    rows: Vec<([String; 3], Option<String>)>,
) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let [first, second, third, last] = plan_columns(i18n, kind);
    let columns =
        [Column::Text(first), Column::Text(second), Column::Text(third), Column::Number(last)];
    let rows = rows.into_iter().map(|([first, second, third], date)| {
        [Cell::head(first), Cell::text(second), Cell::text(third), Cell::number(date)]
    });
    let title = plan_label(i18n, kind);
    let table = bare_table(TableKind::Dense, title, &columns, rows);
    Some(Card::new(format!("plan-{kind}"), title).with(table))
}

#[cfg(test)]
mod tests {
    use shared::rating::Rating;

    use super::*;
    use crate::appraisal::form::sample;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn a_section_has_a_total_once_every_row_of_it_is_rated() {
        let mut detail = sample::detail();
        let shown =
            |detail: AppraisalDetail| rendered(Locale::English, move |i18n| ratings(i18n, &detail));
        assert!(!shown(detail.clone()).contains("class=\"total\""));
        for item in &mut detail.items {
            item.supervisor_score = Rating::typed("4").ok();
        }
        assert!(shown(detail).contains("class=\"total\""));
    }

    #[tokio::test]
    async fn only_answered_questions_take_space_on_paper() {
        let mut detail = sample::detail();
        for narrative in &mut detail.narratives {
            narrative.answer = None;
        }
        detail.narratives[0].answer = Some("A quiet year".to_owned());
        let unanswered = detail.narratives[1].question_text.clone();
        let html = rendered(Locale::English, move |i18n| answers(i18n, &detail));
        assert!(html.contains("A quiet year") && !html.contains(&unanswered), "{html}");
    }
}
