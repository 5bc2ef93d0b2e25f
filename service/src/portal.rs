//! Sign-in of customers at the portal: the same [`SignIn`] as that of staff, with separate keys and
//! records.

mod active;
mod authenticate;
mod caller;
mod login;
mod own;
mod repo;

pub use caller::PortalCaller;

use shared::error::{Error, Result};
use shared::portal::PortalMe;

use crate::audit::Actor;
use crate::context::use_cases;
use crate::session::sign_in::SignIn;
use shared::realm::Realm;

use_cases! {
    /// Sign-in of customers.
    Portal, portal
}

impl Portal<'_> {
    /// The customer who is signed in.
    pub async fn me(&self, caller: &PortalCaller) -> Result<PortalMe> {
        let mut tx = self.0.db.read().await?;
        let row = repo::me(&mut tx, caller.organization(), caller.account()).await?;
        row.ok_or_else(Error::unauthenticated)?.try_into()
    }

    /// Ends the session of the caller.
    pub async fn logout(&self, caller: &PortalCaller) -> Result<()> {
        let session = caller.session().0;
        self.sign_in().leave(&actor(caller), caller.account().0, session).await
    }

    fn sign_in(&self) -> SignIn<'_> {
        SignIn::new(self.0, Realm::Customer)
    }
}

/// The actor for a customer. The id of an actor is that of a member of staff, so there is none; the
/// entry names the account instead.
fn actor(caller: &PortalCaller) -> Actor<'_> {
    Actor {
        organization: caller.organization(),
        id: None,
        name: caller.name(),
        api_token: None,
        request: caller.request(),
    }
}
