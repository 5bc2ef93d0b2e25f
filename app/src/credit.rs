//! The credit pages: facilities, their schedules and payments, and the accounting behind them.
#![cfg_attr(
    not(feature = "ssr"),
    expect(dead_code, reason = "the server shows more of the area than its islands do")
)]

#[cfg(feature = "ssr")]
mod account_changes;
#[cfg(feature = "ssr")]
mod account_names_card;
#[cfg(feature = "ssr")]
mod account_warnings;
#[cfg(feature = "ssr")]
mod accounts_page;
mod action_figures;
#[cfg(feature = "ssr")]
mod area;
#[cfg(feature = "ssr")]
mod closed_period_form;
mod curve;
#[cfg(feature = "ssr")]
mod disclosure_page;
mod facility_form;
#[cfg(feature = "ssr")]
mod facility_page;
mod facility_preview;
mod figure_fields;
mod figures;
#[cfg(feature = "ssr")]
mod journal_card;
#[cfg(feature = "ssr")]
mod journals_page;
mod label;
#[cfg(feature = "ssr")]
mod list_page;
#[cfg(feature = "ssr")]
mod new_page;
mod payment_follower;
mod payment_form;
#[cfg(feature = "ssr")]
mod payment_page;
mod payment_preview;
mod payment_tables;
mod preview;
#[cfg(feature = "ssr")]
mod queue_page;
mod queue_page_data;
#[cfg(feature = "ssr")]
mod queue_pane;
#[cfg(feature = "ssr")]
mod quote_page;
mod quote_page_data;
#[cfg(feature = "ssr")]
mod receipt_page;
#[cfg(feature = "ssr")]
mod receipt_sheet;
#[cfg(feature = "ssr")]
mod reports_page;
mod schedule_table;
#[cfg(feature = "ssr")]
mod schedule_years;
mod serverfns;
#[cfg(feature = "ssr")]
mod settlement_letter_page;
mod simulator;
#[cfg(feature = "ssr")]
mod simulator_page;
#[cfg(feature = "ssr")]
mod statement_page;
mod statement_page_data;
#[cfg(feature = "ssr")]
mod statement_sheet;
#[cfg(feature = "ssr")]
mod tie_out;
#[cfg(feature = "ssr")]
mod trial_balance_table;

#[cfg(feature = "ssr")]
pub use accounts_page::AccountsPage;
pub use action_figures::ActionFigures;
#[cfg(feature = "ssr")]
pub use area::sees_credit;
#[cfg(feature = "ssr")]
pub use disclosure_page::DisclosurePage;
pub use facility_form::FacilityForm;
#[cfg(feature = "ssr")]
pub use facility_page::FacilityPage;
#[cfg(feature = "ssr")]
pub use journals_page::{JournalsPage, TrialBalancePage};
#[cfg(feature = "ssr")]
pub use list_page::FacilitiesPage;
#[cfg(feature = "ssr")]
pub use new_page::NewFacilityPage;
pub use payment_form::{PaymentCheck, PaymentForm, PaymentPageData};
#[cfg(feature = "ssr")]
pub use payment_page::PaymentPage;
#[cfg(feature = "ssr")]
pub use queue_page::ReviewQueuePage;
pub use queue_page_data::{Chosen, ReviewPageData};
#[cfg(feature = "ssr")]
pub use quote_page::QuotePage;
pub use quote_page_data::QuotePageData;
#[cfg(feature = "ssr")]
pub use receipt_page::ReceiptPage;
#[cfg(feature = "ssr")]
pub use reports_page::{IncomePage, PortfolioPage, ShariahPage};
pub use serverfns::*;
#[cfg(feature = "ssr")]
pub use settlement_letter_page::SettlementLetterPage;
#[cfg(feature = "ssr")]
pub use simulator_page::SimulatorPage;
#[cfg(feature = "ssr")]
pub use statement_page::StatementPage;
pub use statement_page_data::{StatementPageData, statement_page_data};

#[cfg(feature = "ssr")]
pub(crate) use facility_page::{possible_duplicate, total_owed_label};
#[cfg(feature = "ssr")]
pub(crate) use label::{
    customer_status_badge, event_label, product_label, side_label,
    status_label as facility_status_label,
};
#[cfg(feature = "ssr")]
pub(crate) use payment_tables::due_text;
#[cfg(feature = "ssr")]
pub(crate) use receipt_sheet::receipt_page;
#[cfg(feature = "ssr")]
pub(crate) use schedule_table::percent_text;
#[cfg(feature = "ssr")]
pub(crate) use schedule_years::live_schedule;
#[cfg(feature = "ssr")]
pub(crate) use statement_sheet::{StatementSheet, requested_period};
