//! A request to start appraisals: the people and the terms.

use serde::{Deserialize, Serialize};
use shared::appraisal::{ReviewType, RoleCategory};
use shared::date::Date;
use shared::id::StaffId;

/// The form data of the previews: the people to start, and those displayed on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// All selected people, as in the address.
    people: String,
    /// The people who were started earlier.
    #[serde(default)]
    started: String,
    /// The people who are ready.
    ready: String,
    /// The only person to start; `None` to start everyone who is ready.
    only: Option<StaffId>,
    /// The people who get the manager form.
    #[serde(default)]
    managers: Vec<StaffId>,
    review_type: ReviewType,
    period_from: Date,
    period_to: Date,
    role_category: RoleCategory,
}

#[cfg(feature = "ssr")]
mod server {
    use service::{Caller, Service};
    use shared::Result;
    use shared::appraisal::initiation::InitiationInput;
    use shared::id::{AppraisalId, StaffId};

    use super::Round;
    use crate::appraisal::initiation::address::{InitiationAddress, ids};

    impl Round {
        /// Starts the appraisals one after the other; a refusal does not stop the rest. Returns the
        /// people whose appraisals now exist.
        ///
        /// Errors: the first refusal, if no appraisal was started.
        pub(crate) async fn start(
            &self,
            service: &Service,
            caller: &Caller,
        ) -> Result<Vec<(StaffId, AppraisalId)>> {
            let wanted = self.only.map_or_else(|| ids(&self.ready), |only| vec![only]);
            let (mut started, mut refusal) = (Vec::new(), None);
            for person in wanted {
                let caller = caller.for_part(person);
                match service.appraisals().initiate(&caller, self.input(person)).await {
                    Ok(appraisal) => started.push((person, appraisal.id)),
                    Err(error) => refusal = refusal.or(Some(error)),
                }
            }
            match refusal {
                Some(refusal) if started.is_empty() => Err(refusal),
                Some(_) | None => Ok(started),
            }
        }

        /// True if only one person was to be started.
        pub(crate) fn is_of_one(&self) -> bool {
            self.only.is_some()
        }

        /// The address of the initiation page, including the people who have been started.
        pub(crate) fn path(&self, started: &[(StaffId, AppraisalId)]) -> String {
            let mut all = ids(&self.started);
            all.extend(started.iter().map(|(person, _)| *person));
            let address = InitiationAddress {
                people: ids(&self.people),
                started: all,
                review_type: self.review_type,
                role_category: self.role_category,
                period_from: self.period_from.0.to_string(),
                period_to: self.period_to.0.to_string(),
                checked: true,
            };
            address.path()
        }

        fn input(&self, staff_id: StaffId) -> InitiationInput {
            InitiationInput {
                staff_id,
                review_type: self.review_type,
                period_from: self.period_from.0,
                period_to: self.period_to.0,
                role_category: self.role_category,
                is_manager_role: self.managers.contains(&staff_id),
            }
        }
    }
}
