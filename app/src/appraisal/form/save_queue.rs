//! The queue of unsaved changes. It depends on no browser and no clock: it decides what is sent
//! next and how a response is handled, so that no input is lost.

use std::collections::BTreeMap;

use shared::appraisal::Action;

use super::field::{FieldKey, FieldValue};

/// The changes of one save.
pub type Changes = BTreeMap<FieldKey, FieldValue>;

/// The save state shown next to a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// No mark: the field has the server's value.
    #[default]
    Untouched,
    /// The save is in progress.
    Saving,
    /// The server has the value.
    Saved,
    /// The value is stored in this browser until the server can be reached.
    Queued,
    /// The server rejected the value, with this reason.
    Failed(String),
}

/// The changes that the server does not have yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    waiting: Changes,
    under_way: Changes,
    refused: BTreeMap<FieldKey, (FieldValue, String)>,
    interrupted: bool,
}

impl Queue {
    /// Records a change, which replaces every earlier one of the field.
    pub fn change(&mut self, key: FieldKey, value: FieldValue) {
        self.refused.remove(&key);
        self.waiting.insert(key, value);
    }

    /// Takes the changes of one save; `None` while another save is in progress.
    pub fn take(&mut self) -> Option<(Action, Changes)> {
        if !self.under_way.is_empty() {
            return None;
        }
        let action = self.waiting.keys().next()?.action();
        let (now, later) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(key, _)| key.action() == action);
        self.waiting = later;
        self.under_way = now;
        Some((action, self.under_way.clone()))
    }

    /// Completes an accepted save. Returns the changes that the server now has, without those of
    /// fields that were changed again in the meantime.
    pub fn saved(&mut self) -> Changes {
        self.interrupted = false;
        let mut saved = std::mem::take(&mut self.under_way);
        saved.retain(|key, _| !self.waiting.contains_key(key));
        saved
    }

    /// Handles a rejected save: the named fields wait for another change, and the rest is sent
    /// again without them. If no field is named, every field of the save is rejected.
    pub fn refuse(&mut self, reasons: &[(FieldKey, String)], otherwise: &str) {
        self.interrupted = false;
        let all = reasons.is_empty();
        for (key, value) in std::mem::take(&mut self.under_way) {
            if self.waiting.contains_key(&key) {
                continue;
            }
            let reason = reasons.iter().find(|(named, _)| *named == key);
            match reason.map(|(_, reason)| reason.as_str()).or(all.then_some(otherwise)) {
                Some(reason) => {
                    self.refused.insert(key, (value, reason.to_owned()));
                }
                None => {
                    self.waiting.insert(key, value);
                }
            }
        }
    }

    /// Handles a lost request: its changes are queued again, and newer changes of the same fields
    /// win.
    pub fn interrupt(&mut self) {
        self.interrupted = true;
        for (key, value) in std::mem::take(&mut self.under_way) {
            self.waiting.entry(key).or_insert(value);
        }
    }

    /// The value that the server does not have yet, if any.
    pub fn pending(&self, key: FieldKey) -> Option<&FieldValue> {
        let refused = self.refused.get(&key).map(|(value, _)| value);
        self.waiting.get(&key).or_else(|| self.under_way.get(&key)).or(refused)
    }

    /// The save state of a field.
    pub fn mark(&self, key: FieldKey) -> Mark {
        if let Some((_, reason)) = self.refused.get(&key) {
            return Mark::Failed(reason.clone());
        }
        let sends = self.waiting.contains_key(&key) || self.under_way.contains_key(&key);
        match (sends, self.interrupted) {
            (true, true) => Mark::Queued,
            (true, false) => Mark::Saving,
            (false, _) => Mark::Saved,
        }
    }

    /// The save state of the form as a whole.
    pub fn summary(&self) -> Summary {
        let sending = self
            .waiting
            .keys()
            .chain(self.under_way.keys().filter(|key| !self.waiting.contains_key(key)))
            .count();
        match (self.refused.len(), sending, self.interrupted) {
            (0, 0, _) => Summary::Saved,
            (0, count, true) => Summary::Queued(count),
            (0, _, false) => Summary::Saving,
            (count, _, _) => Summary::Failed(count),
        }
    }

    /// True if the server has every change.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_empty() && self.refused.is_empty()
    }

    /// True if changes are waiting and no save is in progress.
    pub fn is_ready(&self) -> bool {
        !self.waiting.is_empty() && self.under_way.is_empty()
    }

    /// True while a save is in progress.
    pub fn is_under_way(&self) -> bool {
        !self.under_way.is_empty()
    }
}

/// The save state of the form as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Summary {
    /// The server has every change.
    #[default]
    Saved,
    /// A save is in progress.
    Saving,
    /// The number of changes stored here until the server can be reached.
    Queued(usize),
    /// The number of rejected fields.
    Failed(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u8) -> shared::id::AppraisalItemId {
        format!("018f3a52-0000-7000-8000-0000000000{number:02}").parse().unwrap()
    }

    fn comment(number: u8) -> FieldKey {
        FieldKey::Comment(row(number))
    }

    fn text(text: &str) -> FieldValue {
        FieldValue::Text(text.to_owned())
    }

    fn sent(queue: &mut Queue) -> Vec<(FieldKey, FieldValue)> {
        queue.take().unwrap().1.into_iter().collect()
    }

    #[test]
    fn only_what_changed_is_sent_and_only_its_last_value() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("a"));
        queue.change(comment(1), text("ab"));
        assert_eq!(sent(&mut queue), [(comment(1), text("ab"))]);
        assert_eq!(queue.mark(comment(1)), Mark::Saving);
        queue.saved();
        assert_eq!(queue.mark(comment(1)), Mark::Saved);
        assert!(queue.is_empty());
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn one_save_at_a_time_is_under_way() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("a"));
        queue.take().unwrap();
        queue.change(comment(2), text("b"));
        assert_eq!(queue.take(), None);
        queue.saved();
        assert_eq!(sent(&mut queue), [(comment(2), text("b"))]);
    }

    #[test]
    fn text_typed_while_a_save_is_under_way_is_sent_after_it() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("a"));
        queue.take().unwrap();
        queue.change(comment(1), text("ab"));
        assert_eq!(queue.saved(), Changes::new());
        assert_eq!(queue.mark(comment(1)), Mark::Saving);
        assert_eq!(sent(&mut queue), [(comment(1), text("ab"))]);
    }

    #[test]
    fn a_lost_connection_keeps_everything_and_the_newer_text_wins() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("a"));
        queue.change(comment(2), text("b"));
        queue.take().unwrap();
        queue.change(comment(1), text("ab"));
        queue.interrupt();
        assert_eq!(queue.mark(comment(2)), Mark::Queued);
        assert_eq!(queue.summary(), Summary::Queued(2));
        assert_eq!(sent(&mut queue), [(comment(1), text("ab")), (comment(2), text("b"))]);
        queue.saved();
        assert_eq!(queue.summary(), Summary::Saved);
    }

    #[test]
    fn a_refused_field_keeps_its_text_and_does_not_hold_up_the_others() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("too long"));
        queue.change(comment(2), text("b"));
        queue.take().unwrap();
        queue.refuse(&[(comment(1), "Maximum 10000 characters.".to_owned())], "No.");
        assert_eq!(queue.mark(comment(1)), Mark::Failed("Maximum 10000 characters.".to_owned()));
        assert_eq!(queue.pending(comment(1)), Some(&text("too long")));
        assert_eq!(sent(&mut queue), [(comment(2), text("b"))]);
        queue.saved();
        assert_eq!(queue.summary(), Summary::Failed(1));
        queue.change(comment(1), text("short"));
        assert_eq!(queue.mark(comment(1)), Mark::Saving);
        assert_eq!(sent(&mut queue), [(comment(1), text("short"))]);
    }

    #[test]
    fn a_field_that_was_changed_again_is_not_refused_for_its_old_text() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("too long"));
        queue.take().unwrap();
        queue.change(comment(1), text("short"));
        queue.refuse(&[(comment(1), "No.".to_owned())], "No.");
        assert_eq!(sent(&mut queue), [(comment(1), text("short"))]);
    }

    #[test]
    fn a_refusal_that_names_no_field_is_shown_at_all_of_them() {
        let mut queue = Queue::default();
        queue.change(comment(1), text("a"));
        queue.take().unwrap();
        queue.refuse(&[], "The appraisal is not at this stage.");
        let reason = "The appraisal is not at this stage.".to_owned();
        assert_eq!(queue.mark(comment(1)), Mark::Failed(reason));
        assert!(!queue.is_ready());
    }

    #[test]
    fn each_save_holds_the_fields_of_one_stage() {
        let mut queue = Queue::default();
        queue.change(FieldKey::Hr(super::super::field::HrField::Remarks), text("r"));
        queue.change(comment(1), text("a"));
        assert_eq!(queue.take().unwrap().0, Action::SaveReview);
        queue.saved();
        assert_eq!(queue.take().unwrap().0, Action::SaveHr);
    }
}
