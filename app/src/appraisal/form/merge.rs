//! Merges a response into the fields: current input stays, changes from another window are applied,
//! and a replaced value is shown instead of dropped.

use std::collections::BTreeMap;

use super::field::{FieldKey, FieldValue};
use super::save_queue::Queue;

/// The last known server values, by field.
pub type Known = BTreeMap<FieldKey, FieldValue>;

/// The changes on the page that a response causes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Fields that take the server's value.
    pub taken: Vec<(FieldKey, FieldValue)>,
    /// Fields that were saved elsewhere while they have a pending change here.
    pub overtaken: Vec<(FieldKey, FieldValue)>,
}

/// Compares a response with the known values, and updates them.
pub fn merge(known: &mut Known, queue: &Queue, fresh: Vec<(FieldKey, FieldValue)>) -> Merged {
    let mut merged = Merged::default();
    for (key, value) in fresh {
        let before = known.insert(key, value.clone());
        if before.is_some_and(|before| same(&before, &value)) {
            continue;
        }
        match queue.pending(key) {
            None => merged.taken.push((key, value)),
            Some(pending) if same(pending, &value) => {}
            Some(_) => merged.overtaken.push((key, value)),
        }
    }
    merged
}

/// True if the server would store the same value: blank texts and blank rows are not stored.
pub fn same(left: &FieldValue, right: &FieldValue) -> bool {
    match (left, right) {
        (FieldValue::Text(left), FieldValue::Text(right)) => {
            left == right || (left.trim().is_empty() && right.trim().is_empty())
        }
        (FieldValue::Plan(left), FieldValue::Plan(right)) => {
            let left = left.iter().filter(|line| !line.is_blank());
            left.eq(right.iter().filter(|line| !line.is_blank()))
        }
        (left, right) => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::PlanLine;
    use super::*;
    use shared::appraisal::PlanKind;

    fn comment(number: u8) -> FieldKey {
        let id = format!("018f3a52-0000-7000-8000-0000000000{number:02}");
        FieldKey::Comment(id.parse().unwrap())
    }

    fn text(text: &str) -> FieldValue {
        FieldValue::Text(text.to_owned())
    }

    #[test]
    fn changes_of_another_window_appear_where_nothing_is_being_typed() {
        let mut known = Known::from([(comment(1), text("")), (comment(2), text("old"))]);
        let fresh = vec![(comment(1), text("")), (comment(2), text("new"))];
        let merged = merge(&mut known, &Queue::default(), fresh);
        assert_eq!(merged.taken, [(comment(2), text("new"))]);
        assert_eq!(known[&comment(2)], text("new"));
    }

    #[test]
    fn text_being_typed_stays_and_the_other_version_is_shown() {
        let mut known = Known::from([(comment(1), text("old"))]);
        let mut queue = Queue::default();
        queue.change(comment(1), text("mine"));
        let merged = merge(&mut known, &queue, vec![(comment(1), text("theirs"))]);
        assert_eq!(merged, Merged { overtaken: vec![(comment(1), text("theirs"))], taken: vec![] });
    }

    #[test]
    fn the_answer_to_a_save_brings_nothing_back_into_a_field_that_was_typed_in_since() {
        let mut known = Known::from([(comment(1), text("a"))]);
        let mut queue = Queue::default();
        queue.change(comment(1), text("ab"));
        queue.take().unwrap();
        queue.change(comment(1), text("abc"));
        known.insert(comment(1), text("ab"));
        queue.saved();
        let merged = merge(&mut known, &queue, vec![(comment(1), text("ab"))]);
        assert_eq!(merged, Merged::default());
    }

    #[test]
    fn a_blank_row_that_was_just_added_stays() {
        let key = FieldKey::Plan(PlanKind::Pip);
        let line = PlanLine { date: "2027-01-01".to_owned(), ..PlanLine::default() };
        let typed = FieldValue::Plan(vec![line.clone(), PlanLine::default()]);
        let mut known = Known::from([(key, typed)]);
        let fresh = vec![(key, FieldValue::Plan(vec![line]))];
        assert_eq!(merge(&mut known, &Queue::default(), fresh), Merged::default());
    }
}
