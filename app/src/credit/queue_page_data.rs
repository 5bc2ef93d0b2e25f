//! The facilities that are pending for a decision, and the selected one.

use serde::{Deserialize, Serialize};
use shared::credit::facility::Facility;
use shared::credit::journal::FacilityEvent;
use shared::money::Money;
use shared::page::Page;

/// The data of the review queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewPageData {
    /// The facilities pending for the user's decision, newest first.
    pub waiting: Page<Facility>,
    /// The selected facility; `None` if nothing is pending.
    pub chosen: Option<Chosen>,
    /// The facility that the user has just decided on.
    pub decided: Option<Facility>,
}

/// A facility with the data for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    pub facility: Facility,
    /// The profit or rent of the whole schedule.
    pub total_profit: Option<Money>,
    /// The sum of all instalments.
    pub total_payment: Option<Money>,
    /// The previous steps with their actors, newest first.
    pub steps: Vec<FacilityEvent>,
}

impl ReviewPageData {
    /// The reference of the facility that follows once the selected one is decided on.
    pub fn next(&self) -> Option<&str> {
        let chosen = self.chosen.as_ref().map(|it| it.facility.facility_ref.as_str());
        let references = || self.waiting.data.iter().map(|it| it.facility_ref.as_str());
        let after = references().skip_while(|it| Some(*it) != chosen).nth(1);
        after.or_else(|| references().find(|it| Some(*it) != chosen))
    }
}

#[cfg(feature = "ssr")]
mod read {
    use service::credit::Facilities;
    use service::{Caller, Service};
    use shared::credit::facility::FacilityQuery;
    use shared::credit::journal::FacilityEventType;
    use shared::credit::vocabulary::FacilityStatus;
    use shared::page::PageRequest;
    use shared::permission::Permission;
    use shared::{Error, Result};

    use super::{Chosen, Facility, Money, Page, ReviewPageData};

    impl ReviewPageData {
        /// Errors: 403 for users who neither review nor approve; 404 for an unknown selected
        /// facility.
        pub(in crate::credit) async fn read(
            service: &Service,
            caller: &Caller,
            page: u32,
            chosen: Option<String>,
            decided: Option<String>,
        ) -> Result<Self> {
            if !caller.may(Permission::CreditApprove) {
                caller.require(Permission::CreditReview)?;
            }
            let facilities = service.facilities();
            let waiting = waiting(&facilities, caller, page).await?;
            let chosen = match chosen {
                Some(reference) => Some(facilities.find(caller, &reference).await?),
                None => waiting.data.first().cloned(),
            };
            let chosen = match chosen {
                Some(facility) => Some(Chosen::read(&facilities, caller, facility).await?),
                None => None,
            };
            let decided = match decided {
                Some(reference) => find(&facilities, caller, &reference).await?,
                None => None,
            };
            Ok(Self { waiting, chosen, decided })
        }
    }

    impl Chosen {
        async fn read(
            facilities: &Facilities<'_>,
            caller: &Caller,
            facility: Facility,
        ) -> Result<Self> {
            let lines = facilities.schedule(caller, &facility.facility_ref).await?.lines;
            let mut steps = facilities.timeline(caller, &facility.facility_ref).await?;
            steps.retain(|step| {
                step.event_type.known().is_some_and(FacilityEventType::is_of_approval)
            });
            let total_profit = Money::total(lines.iter().map(|line| line.profit_portion));
            let total_payment = Money::total(lines.iter().map(|line| line.total_payment));
            Ok(Self { facility, total_profit, total_payment, steps })
        }
    }

    /// A page of pending facilities; the first page if the requested one no longer exists.
    async fn waiting(
        facilities: &Facilities<'_>,
        caller: &Caller,
        page: u32,
    ) -> Result<Page<Facility>> {
        let query = |page| FacilityQuery {
            status: FacilityStatus::waiting_for(|permission| caller.may(permission)),
            page: PageRequest { page, ..PageRequest::default() },
            ..FacilityQuery::default()
        };
        let found = facilities.list(caller, query(page)).await?;
        if page > 1 && found.data.is_empty() {
            return facilities.list(caller, query(1)).await;
        }
        Ok(found)
    }

    /// Finds a facility named in the address; `None` if it does not exist.
    async fn find(
        facilities: &Facilities<'_>,
        caller: &Caller,
        reference: &str,
    ) -> Result<Option<Facility>> {
        match facilities.find(caller, reference).await {
            Ok(facility) => Ok(Some(facility)),
            Err(Error::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
