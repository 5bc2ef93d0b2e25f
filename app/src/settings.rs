//! The settings of appraisals: templates, catalogs and the templates of departments.

mod assignments_page;
mod catalogs_page;
mod draft;
mod editor;
mod serverfns;
mod tabs;
mod template_page;
mod templates_page;

pub use assignments_page::AssignmentsPage;
pub use catalogs_page::CatalogsPage;
pub use serverfns::*;
pub use template_page::TemplatePage;
pub use templates_page::TemplatesPage;
