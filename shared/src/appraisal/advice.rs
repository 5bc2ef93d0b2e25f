//! Suggestions before a form is submitted, in addition to the compulsory fields.

use super::NarrativeSection;
use super::detail::{AppraisalItem, Narrative};
use crate::id::AppraisalItemId;
use crate::rating::{HIGHEST, LOWEST, Rating};

/// Optional additions that make a form clearer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The rows with the lowest or the highest score and without a text, in the order of the form.
    pub unexplained: Vec<AppraisalItemId>,
    /// True if the line manager has written no summary.
    pub lacks_summary: bool,
}

impl Advice {
    /// The advice for the subject, whose answers are compulsory.
    pub fn for_subject(items: &[AppraisalItem]) -> Self {
        let unexplained = items
            .iter()
            .filter(|item| needs_reason(item.self_score, item.actual_achievement.as_deref()));
        Self { unexplained: unexplained.map(|item| item.id).collect(), lacks_summary: false }
    }

    /// The advice for the line manager.
    pub fn for_manager(items: &[AppraisalItem], narratives: &[Narrative]) -> Self {
        let unexplained = items
            .iter()
            .filter(|item| needs_reason(item.supervisor_score, item.supervisor_comment.as_deref()));
        let mut summaries = narratives
            .iter()
            .filter(|it| matches!(it.section, NarrativeSection::SupervisorAssessment))
            .peekable();
        let lacks_summary =
            summaries.peek().is_some() && summaries.all(|it| is_blank(it.answer.as_deref()));
        Self { unexplained: unexplained.map(|item| item.id).collect(), lacks_summary }
    }

    /// True if there is no advice.
    pub const fn is_empty(&self) -> bool {
        self.unexplained.is_empty() && !self.lacks_summary
    }
}

fn needs_reason(score: Option<Rating>, text: Option<&str>) -> bool {
    let whole = score.and_then(Rating::whole);
    whole.is_some_and(|whole| whole == LOWEST || whole == HIGHEST) && is_blank(text)
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appraisal::Section;
    use crate::id::NarrativeId;
    use crate::weight::Weight;

    fn row(id: u128, score: &str, text: Option<&str>) -> AppraisalItem {
        let score = Some(score.parse().unwrap());
        let text = text.map(str::to_owned);
        AppraisalItem {
            id: AppraisalItemId(uuid::Uuid::from_u128(id)),
            section: Section::DeptKpi,
            category_label: None,
            label: String::new(),
            description: String::new(),
            target_guidance: None,
            weight: Weight::from_ten_thousandths(10_000),
            sort_order: 0,
            actual_achievement: text.clone(),
            self_score: score,
            supervisor_score: score,
            supervisor_comment: text,
        }
    }

    fn question(section: NarrativeSection, answer: Option<&str>) -> Narrative {
        Narrative {
            id: NarrativeId(uuid::Uuid::from_u128(9)),
            section,
            question_key: String::new(),
            question_text: String::new(),
            answer: answer.map(str::to_owned),
            sort_order: 0,
        }
    }

    #[test]
    fn the_lowest_and_the_highest_score_are_asked_for_a_reason() {
        let rows = [
            row(1, "1", None),
            row(2, "1.5", None),
            row(3, "4.9999", Some("")),
            row(4, "5", Some(" \n")),
            row(5, "5", Some("Ahead of plan.")),
        ];
        let ids = [rows[0].id, rows[3].id];
        assert_eq!(Advice::for_subject(&rows).unexplained, ids);
        assert_eq!(Advice::for_manager(&rows, &[]).unexplained, ids);
    }

    #[test]
    fn one_answer_of_the_line_manager_is_a_summary() {
        let own = NarrativeSection::SupervisorAssessment;
        let blank = [question(own, None), question(own, Some(" "))];
        assert!(Advice::for_manager(&[], &blank).lacks_summary);
        let answered = [question(own, None), question(own, Some("A good year."))];
        assert!(Advice::for_manager(&[], &answered).is_empty());
        let other = [question(NarrativeSection::SelfAssessment, None)];
        assert!(Advice::for_manager(&[], &other).is_empty());
    }
}
