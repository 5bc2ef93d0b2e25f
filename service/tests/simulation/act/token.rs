//! Acts on API tokens.

use shared::permission::Permission;

/// The permissions of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum Scope {
    Everything,
    People,
    Credit,
    Organization,
    Nothing,
}

impl Scope {
    pub(in crate::simulation) const fn permissions(self) -> &'static [Permission] {
        use Permission as P;
        match self {
            Self::Everything => P::ALL,
            Self::People => &[P::AppraisalsHrManage, P::StaffManage, P::LeaveManage],
            Self::Credit => &[P::CreditCreate, P::CreditApprove, P::CreditRecordPayment],
            Self::Organization => &[P::AppraisalsRespond, P::OrgManage, P::CreditConfigManage],
            Self::Nothing => &[],
        }
    }
}

/// An act on an API token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum TokenAct {
    /// A new token by the number in the script, for so many days.
    Create(u32, Scope, i64),
    /// The first token is replaced by the second one.
    Rotate(u32, u32),
    Revoke(u32),
}
