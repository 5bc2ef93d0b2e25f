//! The credit desk: facilities, their schedules and payments, and the books behind them.

#[cfg(any(test, feature = "ssr"))]
mod account_changes;
mod account_warnings;
mod accounts_page;
mod area;
mod closed_period_form;
mod curve;
mod facility_form;
mod facility_page;
mod figure_fields;
mod figures;
mod journals_page;
mod label;
mod list_page;
mod new_page;
mod payment_follower;
mod payment_form;
mod payment_page;
mod payment_preview;
mod preview;
mod queue_desk;
mod queue_page;
mod queue_pane;
mod quote_desk;
mod quote_page;
mod reports_page;
mod schedule_table;
mod serverfns;
mod simulator_page;
mod stacked;
mod tie_out;
mod trial_balance_table;

pub use accounts_page::AccountsPage;
pub use area::sees_credit;
pub use facility_form::FacilityForm;
pub use facility_page::FacilityPage;
pub use journals_page::{JournalsPage, TrialBalancePage};
pub use list_page::FacilitiesPage;
pub use new_page::NewFacilityPage;
pub use payment_form::{PaymentDesk, PaymentForm, PaymentLook};
pub use payment_page::PaymentPage;
pub use queue_desk::{Chosen, ReviewDesk};
pub use queue_page::ReviewQueuePage;
pub use quote_desk::QuoteDesk;
pub use quote_page::QuotePage;
pub use reports_page::{IncomePage, PortfolioPage, ShariahPage};
pub use serverfns::*;
pub use simulator_page::SimulatorPage;

pub(crate) use facility_page::{possible_duplicate, total_owed_label};
pub(crate) use label::{customer_status_badge, event_label, product_label, side_label};
pub(crate) use schedule_table::{live_schedule, percent_text};
