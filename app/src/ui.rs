//! The small parts that pages are made of.

pub mod asked_form;
pub mod badge;
pub mod bars;
pub mod button;
pub mod crumbs;
pub mod dialog;
pub mod digits;
pub mod empty_state;
pub mod error_summary;
pub mod field;
pub mod guard;
pub mod icon;
pub mod label;
pub mod money;
pub mod notice;
pub mod once;
pub mod page;
pub mod pagination;
pub mod password_field;
pub mod person;
pub mod query;
pub mod skeleton;
pub mod take_over;
pub mod time;
pub mod toast;
pub mod typed;
