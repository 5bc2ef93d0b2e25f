//! Statuses of a request, and the actions that change them.

use crate::error::{Code, Error, Result};

text_enum! {
    /// The status of a request.
    LeaveStatus {
        /// Waits for a decision; its days are reserved.
        Pending = "pending",
        /// Its days are consumed.
        Approved = "approved",
        /// The decider refused it.
        Rejected = "rejected",
        /// Cancelled by the requester, or by a manager of leave.
        Cancelled = "cancelled",
    }
}

text_enum! {
    /// An action on a request.
    LeaveAction {
        /// Approve it.
        Approve = "approve",
        /// Refuse it.
        Reject = "reject",
        /// Cancel it.
        Cancel = "cancel",
        /// Submit it again with the same dates.
        Resubmit = "resubmit",
    }
}

const DECISION_TITLE_PREFIX: &str = "Your leave was ";

impl LeaveStatus {
    /// The status after the action; `None` if the action is not allowed.
    pub const fn after(self, action: LeaveAction) -> Option<Self> {
        match (self, action) {
            (Self::Pending, LeaveAction::Approve) => Some(Self::Approved),
            (Self::Pending, LeaveAction::Reject) => Some(Self::Rejected),
            (Self::Pending, LeaveAction::Cancel) => Some(Self::Cancelled),
            (Self::Pending, LeaveAction::Resubmit) => None,
            (Self::Approved, LeaveAction::Cancel) => Some(Self::Cancelled),
            (
                Self::Approved,
                LeaveAction::Approve | LeaveAction::Reject | LeaveAction::Resubmit,
            ) => None,
            (Self::Rejected, LeaveAction::Resubmit) => Some(Self::Pending),
            (Self::Rejected, LeaveAction::Approve | LeaveAction::Reject | LeaveAction::Cancel) => {
                None
            }
            (Self::Cancelled, LeaveAction::Resubmit) => Some(Self::Pending),
            (Self::Cancelled, LeaveAction::Approve | LeaveAction::Reject | LeaveAction::Cancel) => {
                None
            }
        }
    }

    /// The title of the notification to the requester about the decision; it can be parsed back, so
    /// that a page can display it in another language.
    pub fn decision_title(self) -> String {
        format!("{DECISION_TITLE_PREFIX}{self}")
    }

    /// The status in such a title; none for any other title.
    pub fn read_decision_title(title: &str) -> Option<Self> {
        title.strip_prefix(DECISION_TITLE_PREFIX)?.parse().ok()
    }

    /// Returns true while the days of the request are reserved or consumed.
    pub const fn holds_days(self) -> bool {
        match self {
            Self::Pending | Self::Approved => true,
            Self::Rejected | Self::Cancelled => false,
        }
    }
}

/// A person's relation to a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeavePart {
    /// The person made the request.
    pub requester: bool,
    /// The person decides on it: the line manager, else the supervisor of the department, else any
    /// manager of leave.
    pub decider: bool,
    /// The person manages the leave of the organization.
    pub manager: bool,
}

impl LeavePart {
    /// Returns true if the person may see the request.
    pub const fn any(self) -> bool {
        self.requester || self.decider || self.manager
    }

    /// Returns true if the person may have the certificate of the leave, which is between the
    /// employee and human resources.
    pub const fn may_certify(self) -> bool {
        self.requester || self.manager
    }

    /// Returns true if the person may perform the action in some status. The requester never
    /// decides, and cannot cancel leave that has begun.
    pub const fn may(self, action: LeaveAction, status: LeaveStatus, has_begun: bool) -> bool {
        match action {
            LeaveAction::Approve | LeaveAction::Reject => self.decider && !self.requester,
            LeaveAction::Resubmit => self.requester,
            LeaveAction::Cancel => match status {
                LeaveStatus::Approved if self.requester => !has_begun,
                LeaveStatus::Approved => self.manager,
                LeaveStatus::Pending | LeaveStatus::Rejected | LeaveStatus::Cancelled => {
                    self.requester || self.manager
                }
            },
        }
    }

    /// The actions that the person may perform now.
    pub fn allowed(self, status: LeaveStatus, has_begun: bool) -> Vec<LeaveAction> {
        let actions = LeaveAction::ALL.iter().copied();
        let possible = actions.filter(|action| status.after(*action).is_some());
        possible.filter(|action| self.may(*action, status, has_begun)).collect()
    }
}

/// The status after the person's action.
///
/// Errors: 404 without a relation to the request; 403 if the action is reserved for another person;
/// 409 `WRONG_STATE` if the status does not allow it.
pub fn advance(
    part: LeavePart,
    status: LeaveStatus,
    action: LeaveAction,
    has_begun: bool,
) -> Result<LeaveStatus> {
    if !part.any() {
        return Err(Error::not_found("Leave request"));
    }
    let next = status.after(action);
    if !part.may(action, status, has_begun) {
        if part.requester && action == LeaveAction::Cancel && next.is_some() {
            let message = "This leave has started. Ask HR to cancel it.";
            return Err(Error::conflict(Code::WrongState, message));
        }
        return Err(Error::forbidden(Code::Forbidden, refusal(part, action)));
    }
    next.ok_or_else(|| {
        let message = format!("The request is {status}. Refresh to see the available actions.");
        Error::conflict(Code::WrongState, message)
    })
}

fn refusal(part: LeavePart, action: LeaveAction) -> &'static str {
    match action {
        LeaveAction::Approve | LeaveAction::Reject if part.requester => {
            "You can't decide on your own leave request."
        }
        LeaveAction::Approve | LeaveAction::Reject => {
            "Only the employee's line manager can decide on this request."
        }
        LeaveAction::Cancel | LeaveAction::Resubmit => "Only the requester can do this.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUESTER: LeavePart = LeavePart { requester: true, decider: false, manager: false };
    const DECIDER: LeavePart = LeavePart { requester: false, decider: true, manager: false };
    const MANAGER: LeavePart = LeavePart { requester: false, decider: false, manager: true };

    #[test]
    fn the_states_are_those_of_the_table() {
        use LeaveAction::{Approve, Cancel, Reject, Resubmit};
        use LeaveStatus::{Approved, Cancelled, Pending, Rejected};
        let expected = [
            (Pending, Approve, Approved),
            (Pending, Reject, Rejected),
            (Pending, Cancel, Cancelled),
            (Approved, Cancel, Cancelled),
            (Rejected, Resubmit, Pending),
            (Cancelled, Resubmit, Pending),
        ];
        for status in LeaveStatus::ALL {
            for action in LeaveAction::ALL {
                let to = expected.iter().find(|(from, by, _)| (from, by) == (status, action));
                assert_eq!(status.after(*action), to.map(|(.., to)| *to), "{status} {action}");
            }
        }
    }

    #[test]
    fn nobody_decides_on_their_own_leave_whatever_else_they_are() {
        let everything = LeavePart { requester: true, decider: true, manager: true };
        for action in [LeaveAction::Approve, LeaveAction::Reject] {
            let error = advance(everything, LeaveStatus::Pending, action, false).unwrap_err();
            assert_eq!(error.code(), Code::Forbidden);
            assert!(advance(DECIDER, LeaveStatus::Pending, action, false).is_ok());
            let error = advance(MANAGER, LeaveStatus::Pending, action, false).unwrap_err();
            assert_eq!(error.code(), Code::Forbidden);
        }
    }

    #[test]
    fn leave_that_has_begun_is_taken_back_by_who_manages_leave_alone() {
        let cancel =
            |part, has_begun| advance(part, LeaveStatus::Approved, LeaveAction::Cancel, has_begun);
        assert!(cancel(REQUESTER, false).is_ok());
        assert_eq!(cancel(REQUESTER, true).unwrap_err().code(), Code::WrongState);
        assert!(cancel(MANAGER, true).is_ok());
        assert_eq!(cancel(DECIDER, false).unwrap_err().code(), Code::Forbidden);
        let own = LeavePart { requester: true, manager: true, decider: false };
        assert_eq!(cancel(own, true).unwrap_err().code(), Code::WrongState);
    }

    #[test]
    fn the_text_of_a_decision_can_be_parsed() {
        for status in LeaveStatus::ALL {
            assert_eq!(LeaveStatus::read_decision_title(&status.decision_title()), Some(*status));
        }
        assert_eq!(LeaveStatus::Approved.decision_title(), "Your leave was approved");
        assert_eq!(LeaveStatus::read_decision_title("Your leave was lost"), None);
        assert_eq!(LeaveStatus::read_decision_title("Tariq asks for leave"), None);
    }

    #[test]
    fn the_allowed_transitions_are_those_that_succeed() {
        for bits in 0..8_u8 {
            let part = LeavePart {
                requester: bits & 1 != 0,
                decider: bits & 2 != 0,
                manager: bits & 4 != 0,
            };
            for status in LeaveStatus::ALL {
                for has_begun in [false, true] {
                    let allowed = part.allowed(*status, has_begun);
                    for action in LeaveAction::ALL {
                        let succeeds = advance(part, *status, *action, has_begun).is_ok();
                        assert_eq!(allowed.contains(action), succeeds);
                    }
                }
            }
        }
    }
}
