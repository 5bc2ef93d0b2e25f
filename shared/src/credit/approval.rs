//! Segregation of duties in the approval of facilities: no maker approves their own work.

use crate::error::{Code, Error, Result};
use crate::id::StaffId;

/// The people who have acted on a facility so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Makers {
    /// The person who structured the facility.
    pub created_by: StaffId,
    /// The person who reviewed the facility.
    pub reviewed_by: Option<StaffId>,
}

impl Makers {
    /// Errors: 403 `MAKER_CHECKER` for the person who structured the facility and, where the
    /// organization separates the two duties, for its reviewer at the Shariah approval.
    pub fn require_another_person(self, me: StaffId, separate_shariah: bool) -> Result<()> {
        if self.created_by == me {
            return Err(refused("You structured this facility; a different user must approve it."));
        }
        if separate_shariah && self.reviewed_by == Some(me) {
            let message = "You reviewed this facility; a different user must approve it.";
            return Err(refused(message));
        }
        Ok(())
    }
}

fn refused(message: &str) -> Error {
    Error::forbidden(Code::MakerChecker, message)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const fn person(number: u128) -> StaffId {
        StaffId(Uuid::from_u128(number))
    }

    #[test]
    fn the_maker_never_decides_and_the_reviewer_only_if_the_policy_allows_it() {
        let (officer, reviewer, shariah) = (person(1), person(2), person(3));
        let made = Makers { created_by: officer, reviewed_by: None };
        let reviewed = Makers { reviewed_by: Some(reviewer), ..made };
        for (makers, me, separate, passes) in [
            (made, officer, true, false),
            (made, officer, false, false),
            (made, reviewer, true, true),
            (reviewed, officer, false, false),
            (reviewed, reviewer, true, false),
            (reviewed, reviewer, false, true),
            (reviewed, shariah, true, true),
        ] {
            let result = makers.require_another_person(me, separate);
            assert_eq!(result.is_ok(), passes, "{makers:?} {me:?} {separate}");
            let code = result.err().map(|error| error.code());
            assert!(passes || code == Some(Code::MakerChecker));
        }
    }
}
