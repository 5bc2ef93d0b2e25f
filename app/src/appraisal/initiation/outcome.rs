//! What became of each start, and doing them one after the other.

use std::collections::HashMap;

use leptos::prelude::*;
use shared::appraisal::initiation::InitiationTerms;
use shared::id::{AppraisalId, StaffId};

use crate::appraisal::initiate;
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::toast;
use crate::wire::Day;

/// What became of one start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is on its way.
    Running,
    /// It exists.
    Started(AppraisalId),
    /// It was refused, and why.
    Refused(String),
}

/// The starts of this page.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes {
    found: RwSignal<HashMap<StaffId, Outcome>>,
    /// How many of the present round are done, and how many there are; none between rounds.
    round: RwSignal<Option<(usize, usize)>>,
    /// Whose start was asked about last.
    asked: RwSignal<Vec<StaffId>>,
    /// True while that is asked.
    is_asking: RwSignal<bool>,
    /// Who gets the form of a manager.
    managers: StoredValue<HashMap<StaffId, bool>>,
}

impl Outcomes {
    /// Nothing has been started.
    pub fn new() -> Self {
        Self {
            found: RwSignal::new(HashMap::new()),
            round: RwSignal::new(None),
            asked: RwSignal::new(Vec::new()),
            is_asking: RwSignal::new(false),
            managers: StoredValue::new(HashMap::new()),
        }
    }

    /// What became of one person's start.
    pub fn of(self, person: StaffId) -> Option<Outcome> {
        self.found.read().get(&person).cloned()
    }

    /// Whether the person gets the form of a manager: what the reader chose, else what is proposed.
    pub fn manages(self, person: StaffId, proposed: bool) -> bool {
        let managers = &mut *self.managers.write_value();
        *managers.entry(person).or_insert(proposed)
    }

    /// Chooses whether the person gets the form of a manager.
    pub fn choose(self, person: StaffId, manages: bool) {
        self.managers.update_value(|managers| {
            managers.insert(person, manages);
        });
    }

    /// True when the person's appraisal exists now.
    pub fn has_started(self, person: StaffId) -> bool {
        matches!(self.found.read().get(&person), Some(Outcome::Started(_)))
    }

    /// How far the present round is.
    pub fn round(self) -> Option<(usize, usize)> {
        self.round.get()
    }

    /// Asks whether these are to be started; while a round runs nothing can be.
    pub fn ask(self, people: Vec<StaffId>) {
        if self.round.get_untracked().is_none() && !people.is_empty() {
            self.asked.set(people);
            self.is_asking.set(true);
        }
    }

    /// How many are asked about.
    pub fn asked_count(self) -> usize {
        self.asked.read().len()
    }

    /// True while it is asked.
    pub fn is_asking(self) -> RwSignal<bool> {
        self.is_asking
    }

    /// Starts those who were asked about, one after the other; what is refused does not stop the
    /// rest.
    pub fn start(self, terms: InitiationTerms) {
        let people = self.asked.get_untracked();
        if self.round.get_untracked().is_some() || people.is_empty() {
            return;
        }
        let (i18n, live) = (use_i18n(), use_live());
        let watch = use_session_watch();
        leptos::task::spawn_local(async move {
            let total = people.len();
            let mut started = 0_usize;
            for (done, person) in people.into_iter().enumerate() {
                self.round.set(Some((done, total)));
                self.set(person, Outcome::Running);
                let is_manager_role = self.manages(person, false);
                let terms = InitiationTerms { is_manager_role, ..terms };
                let outcome = match start_one(person, terms).await {
                    Ok(id) => {
                        started += 1;
                        Outcome::Started(id)
                    }
                    Err(error) => {
                        watch.report(&error);
                        Outcome::Refused(error.text(i18n))
                    }
                };
                self.set(person, outcome);
            }
            self.round.set(None);
            live.refresh();
            if started > 0 {
                toast::confirm(tu_string!(i18n, initiation.done, count = started));
            }
        });
    }

    fn set(self, person: StaffId, outcome: Outcome) {
        self.found.update(|found| {
            found.insert(person, outcome);
        });
    }
}

async fn start_one(person: StaffId, terms: InitiationTerms) -> crate::error::UiResult<AppraisalId> {
    initiate(
        person,
        terms.review_type,
        Day(terms.period_from),
        Day(terms.period_to),
        terms.role_category,
        terms.is_manager_role,
    )
    .await
}
