//! Queries for lists of facilities.

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use crate::error::Result;
use crate::id::CustomerId;
use crate::page::PageRequest;

text_enum! {
    /// The sort order of a list of facilities.
    FacilitySort {
        /// Newest first.
        Newest = "newest",
        /// Largest outstanding principal first.
        Outstanding = "outstanding",
        /// Smallest outstanding principal first.
        OutstandingAscending = "outstanding_asc",
        /// Earliest due date first.
        NextDue = "next_due",
        /// Latest due date first.
        NextDueDescending = "next_due_desc",
    }
}

/// The query parameters of a list of facilities.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacilityQuery {
    /// Only in these statuses; all when empty.
    pub status: Vec<FacilityStatus>,
    /// Only of this product.
    pub product_type: Option<ProductType>,
    /// Only of this customer.
    pub customer_id: Option<CustomerId>,
    /// Only in this arrears bucket.
    pub bucket: Option<AgeingBucket>,
    /// Only with an instalment that falls due within this number of days from today.
    pub due_within: Option<u32>,
    /// Only facilities that the caller structured.
    pub mine: bool,
    /// Only facilities whose reference, customer or asset contains this text.
    pub q: Option<String>,
    /// The order; newest first by default.
    pub sort: Option<FacilitySort>,
    /// The requested page.
    pub page: PageRequest,
}

/// Facilities in one status that wait for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingFacilities {
    /// The status.
    pub status: FacilityStatus,
    /// The number of facilities.
    pub count: u64,
}

impl FacilityQuery {
    /// Errors: 400 for a text that is too long.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        if let Some(q) = &self.q {
            checks.text("q", q);
        }
        checks.finish()
    }
}
