//! The items missing before submission, and wide gaps between two scores.

use shared::appraisal::Section;
use shared::appraisal::detail::{AppraisalItem, Narrative};
use shared::appraisal::save::{review_gaps, self_gaps};
use shared::error::FieldError;
use shared::rating::Rating;

use super::field::FieldKey;

/// The smallest difference between two scores that is marked, in ten-thousandths.
const WIDE_GAP: i64 = 20_000;

/// One missing item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub key: FieldKey,
    /// The section of the row; `None` for a question.
    pub section: Option<Section>,
    /// The label of the row, or the text of the question.
    pub label: String,
}

/// The items that the subject has not completed, in the order of the form.
pub fn missing_of_subject(items: &[AppraisalItem], narratives: &[Narrative]) -> Vec<Gap> {
    let gaps = self_gaps(items, narratives);
    gaps.into_iter().filter_map(|gap| locate(gap, items, narratives, FieldKey::SelfScore)).collect()
}

/// The items that the line manager has not completed, in the order of the form.
pub fn missing_of_manager(items: &[AppraisalItem]) -> Vec<Gap> {
    let gaps = review_gaps(items);
    gaps.into_iter().filter_map(|gap| locate(gap, items, &[], FieldKey::SupervisorScore)).collect()
}

/// Parses the path of a gap, such as `items[3].selfScore`.
fn locate(
    gap: FieldError,
    items: &[AppraisalItem],
    narratives: &[Narrative],
    score: fn(shared::id::AppraisalItemId) -> FieldKey,
) -> Option<Gap> {
    let (list, rest) = gap.field.split_once('[')?;
    let position: usize = rest.split_once(']')?.0.parse().ok()?;
    let (key, section) = match list {
        "items" => {
            let item = items.get(position)?;
            (score(item.id), Some(item.section))
        }
        _ => (FieldKey::answer(narratives.get(position)?)?, None),
    };
    Some(Gap { key, section, label: gap.message })
}

/// The difference between the two scores of a row if it is wide, such as "2" or "2.5".
pub fn wide_gap(self_score: Option<Rating>, supervisor_score: Option<Rating>) -> Option<String> {
    let (left, right) = (self_score?.ten_thousandths(), supervisor_score?.ten_thousandths());
    let distance = (left - right).abs();
    if distance < WIDE_GAP {
        return None;
    }
    // The difference is between 2 and 4, so it is itself a valid rating.
    Rating::from_ten_thousandths(distance).ok().map(|distance| distance.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn the_subject_misses_scores_and_answers() {
        let mut detail = sample::detail();
        let gaps = missing_of_subject(&detail.items, &detail.narratives);
        let all = gaps.len();
        assert!(gaps.iter().any(|gap| gap.key == FieldKey::SelfScore(detail.items[0].id)));
        assert!(gaps.iter().any(|gap| gap.key == FieldKey::SelfAnswer(detail.narratives[0].id)));
        detail.items[0].self_score = Some("3.5".parse().unwrap());
        detail.narratives[0].answer = Some(" ".to_owned());
        let gaps = missing_of_subject(&detail.items, &detail.narratives);
        assert_eq!(gaps.len(), all - 1);
        detail.narratives[0].answer = Some("Yes.".to_owned());
        assert_eq!(missing_of_subject(&detail.items, &detail.narratives).len(), all - 2);
    }

    #[test]
    fn the_manager_misses_scores_only() {
        let detail = sample::detail();
        let gaps = missing_of_manager(&detail.items);
        assert_eq!(gaps.len(), detail.items.len());
        assert_eq!(gaps[1].label, detail.items[1].label);
        assert_eq!(gaps[1].section, Some(detail.items[1].section));
    }

    #[test]
    fn scores_are_far_apart_from_two_on() {
        let gap = |left: &str, right: &str| {
            wide_gap(Some(left.parse().unwrap()), Some(right.parse().unwrap()))
        };
        assert_eq!(gap("5", "3").as_deref(), Some("2"));
        assert_eq!(gap("2.5", "5").as_deref(), Some("2.5"));
        assert_eq!(gap("1", "5").as_deref(), Some("4"));
        assert_eq!(gap("5", "3.0001"), None);
        assert_eq!(wide_gap(None, Some("5".parse().unwrap())), None);
    }
}
