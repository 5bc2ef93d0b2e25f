//! The pages about people and the organization: staff, departments, probation, roles and audit log.

mod area;
mod audit_fields;
mod audit_page;
mod audit_words;
mod confirmation_page;
mod department_page;
mod forms;
mod import_page;
mod job_page;
mod list_page;
mod logo_card;
pub(crate) mod new_page;
mod organization_page;
pub(crate) mod parts;
mod person_actions;
mod person_page;
pub(crate) mod personal_data_card;
mod probation_page;
mod role_page;
mod serverfns;
mod token_page;
mod webhook_form;
mod webhook_page;

pub use audit_page::AuditPage;
pub use confirmation_page::ConfirmationPage;
pub use department_page::DepartmentsPage;
pub use import_page::{ImportPage, UPLOAD_PATH};
pub use job_page::JobsPage;
pub use list_page::PeoplePage;
pub use logo_card::LOGO_UPLOAD_PATH;
pub use new_page::NewPersonPage;
pub use organization_page::OrganizationPage;
pub use person_page::PersonPage;
pub use probation_page::ProbationPage;
pub use role_page::RolesPage;
pub use serverfns::*;
pub use token_page::ApiTokensPage;
pub use webhook_page::WebhooksPage;

pub(crate) use area::{Area, area_tabs};
pub(crate) use parts::role_text;
pub(crate) use role_page::permission_label;
