//! The customer portal, with its own sign-in and page frame, separate from the staff pages.

mod code_page;
mod facility_page;
mod frame;
mod home_page;
mod login_page;
mod password_page;
mod receipt_page;
mod security_page;
mod serverfns;
mod statement_page;

pub use code_page::PortalCodePage;
pub use facility_page::{PortalFacilities, PortalFacilityPage};
pub use frame::PortalFrame;
pub use home_page::PortalHomePage;
pub use login_page::PortalLoginPage;
pub use password_page::{PortalPasswordPage, PortalSettingsPage};
pub use receipt_page::PortalReceiptPage;
pub use security_page::PortalSecurityPage;
pub use serverfns::*;
pub use statement_page::PortalStatementPage;
