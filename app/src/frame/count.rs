//! The counts in badges, which the frame script keeps up to date.

use leptos::prelude::*;

use super::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;

/// A count that a badge can display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Appraisals that wait for the signed-in user.
    Pending,
    /// Leave requests that wait for a decision of the signed-in user.
    Leave,
    /// Unread notifications.
    Unread,
}

impl Counted {
    /// The name of the count in server-sent events.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Leave => "leave",
            Self::Unread => "unread",
        }
    }

    fn number(self) -> u64 {
        let counts = use_live().counts;
        match self {
            Self::Pending => counts.pending,
            Self::Leave => counts.leave,
            Self::Unread => counts.unread,
        }
    }
}

/// A count next to a label; hidden while it is 0.
pub fn live_count(counted: Counted) -> AnyView {
    let count = counted.number();
    view! {
        <span
            class="count"
            data-count=counted.as_str()
            data-number=count.to_string()
            hidden={count == 0}
        >
            <span class="visually-hidden">{tu_string!(use_i18n(), ui.waiting)}</span>
            <span>{number(count)}</span>
        </span>
    }
    .into_any()
}

/// A count on an icon button; hidden from assistive technology because the label of the button
/// includes it.
pub fn live_dot(counted: Counted) -> AnyView {
    let count = counted.number();
    view! {
        <span
            class="count count-strong button-dot"
            aria-hidden="true"
            data-count=counted.as_str()
            data-number=count.to_string()
            hidden={count == 0}
        >
            <span>{number(count)}</span>
        </span>
    }
    .into_any()
}
