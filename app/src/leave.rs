//! Leave: the user's own, that of their team, and leave management.

mod calendar_page;
mod card;
mod certificate_page;
mod feed_card;
mod home_card;
pub(crate) mod label;
mod manage_page;
mod management;
mod my_leave_page;
mod request_form;
mod serverfns;
mod table;
mod team_page;

pub use calendar_page::LeaveCalendarPage;
pub use certificate_page::LeaveCertificatePage;
pub use home_card::LeaveCard;
pub use manage_page::LeaveManagePage;
pub use my_leave_page::LeavePage;
pub use serverfns::*;
pub use team_page::LeaveTeamPage;
