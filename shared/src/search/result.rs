//! The records that one search finds, by kind.

use crate::appraisal::list::AppraisalSummary;
use crate::credit::vocabulary::FacilityStatus;
use crate::id::{CustomerId, StaffId};

/// The maximum number of records of each kind.
pub const FOUND_MAX: u32 = 5;

/// The records that the reader may see and that match, the exact match of each kind first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// Members of staff.
    pub staff: Vec<StaffFound>,
    /// Customers.
    pub customers: Vec<CustomerFound>,
    /// Facilities.
    pub facilities: Vec<FacilityFound>,
    /// Appraisals, newest first.
    pub appraisals: Vec<AppraisalSummary>,
}

/// A member of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct StaffFound {
    /// The id.
    pub id: StaffId,
    /// The name.
    pub name: String,
    /// The staff number.
    pub staff_number: String,
    /// The job title.
    pub job_title: Option<String>,
    /// True if the text is the staff number or the whole name.
    pub is_exact: bool,
}

/// A customer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct CustomerFound {
    /// The id.
    pub id: CustomerId,
    /// The name.
    pub name: String,
    /// The number of the identity document or the commercial register.
    pub registration_number: Option<String>,
    /// The email address.
    pub email: String,
    /// True if the text is the whole name, the registration number, or the address of a customer
    /// without one.
    pub is_exact: bool,
}

/// A facility.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct FacilityFound {
    /// The reference.
    pub facility_ref: String,
    /// The name of the customer.
    pub customer_name: String,
    /// The description of the asset.
    pub asset_description: String,
    /// The status.
    pub status: FacilityStatus,
    /// True if the text is the reference.
    pub is_exact: bool,
}

/// The record that a search for its number finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactMatch {
    /// A member of staff.
    Staff(StaffId),
    /// A customer.
    Customer(CustomerId),
    /// A facility, by its reference.
    Facility(String),
}

impl SearchResults {
    /// The only exact match; none if there are several.
    pub fn exact(&self) -> Option<ExactMatch> {
        let staff = self.staff.iter().filter(|it| it.is_exact);
        let customers = self.customers.iter().filter(|it| it.is_exact);
        let facilities = self.facilities.iter().filter(|it| it.is_exact);
        let mut exact = staff
            .map(|it| ExactMatch::Staff(it.id))
            .chain(customers.map(|it| ExactMatch::Customer(it.id)))
            .chain(facilities.map(|it| ExactMatch::Facility(it.facility_ref.clone())));
        let first = exact.next();
        first.filter(|_| exact.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facility(facility_ref: &str, is_exact: bool) -> FacilityFound {
        FacilityFound {
            facility_ref: facility_ref.to_owned(),
            customer_name: "Layan".to_owned(),
            asset_description: "Car".to_owned(),
            status: FacilityStatus::Draft,
            is_exact,
        }
    }

    #[test]
    fn only_a_single_exact_match_opens() {
        let found = |facilities| SearchResults { facilities, ..Default::default() }.exact();
        let (one, other) = (facility("F-1", true), facility("F-10", false));
        let opened = Some(ExactMatch::Facility("F-1".to_owned()));
        assert_eq!(found(vec![one.clone(), other.clone()]), opened);
        assert_eq!(found(vec![other]), None);
        assert_eq!(found(vec![one.clone(), one]), None);
        assert_eq!(found(Vec::new()), None);
    }
}
