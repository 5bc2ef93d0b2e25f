//! Notifications: list, unread state and page.

mod lines;
mod page;
mod serverfns;

pub use lines::{MarkAllRead, NotificationLines};
pub use page::NotificationsPage;
pub use serverfns::*;
