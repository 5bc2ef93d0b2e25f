//! The session of the user: sign-in, sign-out, password and second factor.

#[cfg(feature = "ssr")]
mod code_page;
#[cfg(feature = "ssr")]
mod codes;
#[cfg(feature = "ssr")]
mod demo_account_list;
#[cfg(feature = "ssr")]
mod device;
#[cfg(feature = "ssr")]
mod login_page;
#[cfg(feature = "ssr")]
mod password_page;
#[cfg(feature = "ssr")]
mod second_factor;
#[cfg(feature = "ssr")]
mod security_page;
#[cfg(feature = "ssr")]
mod serverfns;
#[cfg(feature = "ssr")]
mod sessions_card;
#[cfg(feature = "ssr")]
mod sign_in;

#[cfg(feature = "ssr")]
pub use code_page::CodePage;
#[cfg(feature = "ssr")]
#[cfg(feature = "ssr")]
pub use login_page::LoginPage;
#[cfg(feature = "ssr")]
pub use password_page::PasswordPage;
#[cfg(feature = "ssr")]
pub(crate) use password_page::password_form;
#[cfg(feature = "ssr")]
pub(crate) use second_factor::{CodesBanner, FactorNotice, second_factor};
#[cfg(feature = "ssr")]
pub use security_page::SecurityPage;
#[cfg(feature = "ssr")]
pub use serverfns::*;
#[cfg(feature = "ssr")]
pub(crate) use sessions_card::sessions_card;
#[cfg(feature = "ssr")]
pub(crate) use sign_in::{code_page, sign_in_page};

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::notification::Counts;
use shared::permission::Permission;
pub use shared::session::Me;

use crate::error::UiError;
use crate::frame::script::{self, BundleEvent, ScriptEvent};

/// The signed-in user and the counts in badges, which every page of the workspace needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Workplace {
    pub me: Me,
    pub counts: Counts,
    /// True if leave requests are assigned to the user.
    pub decides_leave: bool,
}

/// True if leave requests are assigned to the signed-in user.
#[derive(Clone, Copy, Debug)]
pub struct DecidesLeave(pub bool);

/// The signed-in member of staff. Panics outside of the frame, which is only rendered with a
/// session.
pub fn use_me() -> Me {
    expect_context()
}

/// True if the signed-in user has the permission. For what pages display; the service checks
/// access.
pub fn may(permission: Permission) -> bool {
    use_context::<Me>().is_some_and(|me| me.permissions.contains(&permission))
}

/// Detects that the session has ended while a page is open, and that there is a new one.
#[derive(Clone, Copy, Debug)]
pub struct SessionWatch {
    ended: RwSignal<bool>,
    renewals: RwSignal<u32>,
}

impl SessionWatch {
    /// Provides one instance to all components, and connects it to the frame script.
    pub fn provide() {
        let watch = Self { ended: RwSignal::new(false), renewals: RwSignal::new(0) };
        provide_context(watch);
        script::listen(ScriptEvent::SignedOut, move || watch.ended.set(true));
        script::listen(ScriptEvent::SignedIn, move || watch.renew());
    }

    /// Checks an error: a refused session shows the banner. On the server, the page redirects to
    /// the sign-in page instead.
    pub fn report(self, error: &UiError) {
        if cfg!(not(feature = "ssr")) && error.is_signed_out() && !self.ended.get_untracked() {
            script::dispatch(BundleEvent::Refusal);
        }
    }

    /// A session exists again, so requests that were refused without one can be repeated.
    fn renew(self) {
        if self.ended.get_untracked() {
            self.ended.set(false);
            self.renewals.update(|renewals| *renewals = renewals.wrapping_add(1));
        }
    }

    /// True once the session has ended.
    pub fn has_ended(self) -> bool {
        self.ended.get()
    }

    /// The number of times that a session was renewed.
    pub fn renewals(self) -> u32 {
        self.renewals.get()
    }
}

/// The session watch, from any component.
pub fn use_session_watch() -> SessionWatch {
    expect_context()
}
