//! The customer pages of staff, with the customers' portal accounts.

mod account;
mod customer_page;
mod fields;
mod list_page;
mod new_page;
mod serverfns;

pub use customer_page::CustomerPage;
pub use list_page::CustomersPage;
pub use new_page::NewCustomerPage;
pub use serverfns::*;
