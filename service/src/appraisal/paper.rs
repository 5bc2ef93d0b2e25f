//! Appraisals on paper.

use shared::appraisal::paper::AppraisalPaper;
use shared::error::Result;
use shared::id::AppraisalId;
use shared::permission::Permission;

use super::Appraisals;
use crate::caller::Caller;

impl Appraisals<'_> {
    /// One appraisal to be printed, in the copy that the caller may have.
    ///
    /// * `for_employee`: true if human resources ask for the employee's copy.
    ///
    /// Errors: those of [`Self::detail`].
    pub async fn paper(
        &self,
        caller: &Caller,
        id: AppraisalId,
        for_employee: bool,
    ) -> Result<AppraisalPaper> {
        caller.require(Permission::AppraisalsRespond)?;
        let (relation, detail) = self.load(caller, id).await?;
        Ok(AppraisalPaper::new(detail, relation, for_employee))
    }
}
