//! The frame around the pages of the workspace: side bar, top bar and notifications.

pub mod script;

#[cfg(feature = "ssr")]
mod bell;
#[cfg(feature = "ssr")]
pub mod count;
#[cfg(feature = "ssr")]
pub mod language_switch;
#[cfg(feature = "ssr")]
pub mod live;
#[cfg(feature = "ssr")]
pub mod person_menu;
#[cfg(feature = "ssr")]
pub mod script_parts;
#[cfg(feature = "ssr")]
pub mod session_banner;
#[cfg(feature = "ssr")]
mod side_bar;
#[cfg(feature = "ssr")]
pub mod theme;
#[cfg(feature = "ssr")]
pub mod theme_switch;
#[cfg(feature = "ssr")]
mod top_bar;
#[cfg(feature = "ssr")]
mod workspace;

#[cfg(feature = "ssr")]
pub use workspace::Workspace;
#[cfg(feature = "ssr")]
pub(crate) use workspace::here;
