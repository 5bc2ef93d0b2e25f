//! The settings of appraisals: templates, catalogs, and the assignment of templates to departments.

#[cfg(feature = "ssr")]
mod assignments_page;
mod catalog_editor;
#[cfg(feature = "ssr")]
mod catalogs_page;
mod draft;
mod editor;
mod serverfns;
#[cfg(feature = "ssr")]
mod tabs;
mod template_editor;
#[cfg(feature = "ssr")]
mod template_page;
#[cfg(feature = "ssr")]
mod templates_page;

#[cfg(feature = "ssr")]
pub use assignments_page::AssignmentsPage;
#[cfg(feature = "ssr")]
pub use catalogs_page::CatalogsPage;
pub use serverfns::*;
#[cfg(feature = "ssr")]
pub use template_page::TemplatePage;
#[cfg(feature = "ssr")]
pub use templates_page::TemplatesPage;
