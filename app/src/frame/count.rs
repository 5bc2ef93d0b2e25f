//! The numbers of the badges. The script of the frame keeps them up to date.

use leptos::prelude::*;

use super::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;

/// A counted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Appraisals where it is the reader's move.
    Pending,
    /// Requests for leave that wait for the reader's decision.
    Leave,
    /// Unread notifications.
    Unread,
}

impl Counted {
    /// The name of the number in what the stream sends.
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

/// A number behind a name; not shown while it is 0.
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

/// The number at an icon whose label says it too.
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
