//! Lists of facilities: what they are asked for.

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use crate::error::Result;
use crate::id::CustomerId;
use crate::page::PageRequest;

text_enum! {
    /// How a list of facilities is sorted.
    FacilitySort {
        /// Newest first.
        Newest = "newest",
        /// The largest outstanding principal first.
        Outstanding = "outstanding",
        /// What is due first, first.
        NextDue = "next_due",
    }
}

/// What a list of facilities is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacilityQuery {
    /// Only in these statuses; all when empty.
    pub status: Vec<FacilityStatus>,
    /// Only of this product.
    pub product_type: Option<ProductType>,
    /// Only of this customer.
    pub customer_id: Option<CustomerId>,
    /// Only as late as this.
    pub bucket: Option<AgeingBucket>,
    /// Only what falls due from today until so many days from today.
    pub due_within: Option<u32>,
    /// Only what the caller structured.
    pub mine: bool,
    /// Only where reference, customer or asset holds this.
    pub q: Option<String>,
    /// The order; newest first unless said.
    pub sort: Option<FacilitySort>,
    /// Which page.
    pub page: PageRequest,
}

/// Facilities in one status where it is the reader's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingFacilities {
    /// The status.
    pub status: FacilityStatus,
    /// How many.
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
