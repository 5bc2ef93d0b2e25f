//! Separation of the realms, and their identical behaviour.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use shared::error::Code;
use shared::id::OrganizationId;
use shared::mfa::{MfaCompleteInput, MfaLoginInput, MfaSetup};
use shared::organization::NewOrganization;
use uuid::Uuid;

use super::{Holder, Mfa, Realm};
use crate::Service;
use crate::audit::Actor;
use crate::caller::RequestContext;
use crate::clock::ManualClock;
use crate::collation::sort_key;
use crate::secret::Secrets;
use database::on_both;
use database::test_support::TestDatabase;

on_both!(a_customer_enrols_and_signs_in_as_staff_do, the_realms_share_nothing);

struct Fixture {
    service: Service,
    clock: Arc<ManualClock>,
    request: RequestContext,
    holder: Holder,
    _db: TestDatabase,
}

impl Fixture {
    /// One organization, whose administrator has the same id as a customer's account.
    async fn new(db: TestDatabase) -> Self {
        let clock = Arc::new(ManualClock::at("2026-11-21T09:00:00Z".parse().unwrap()));
        let ticking = Arc::<ManualClock>::clone(&clock);
        let service = Service::with_clock((*db).clone(), Secrets::for_testing(), ticking);
        let input = NewOrganization {
            name: "Amanah".to_owned(),
            admin_name: "Administrator".to_owned(),
            admin_email: "admin@amanah.example".to_owned(),
        };
        let made = service.organizations().create(input).await.unwrap();
        open_account(&db, made.organization_id, made.admin_id.0).await;
        let holder = Holder { organization: made.organization_id, account: made.admin_id.0 };
        Self { service, clock, request: RequestContext::default(), holder, _db: db }
    }

    fn mfa(&self, realm: Realm) -> Mfa<'_> {
        Mfa::new(self.service.context(), realm)
    }

    fn actor(&self) -> Actor<'_> {
        let organization = self.holder.organization;
        Actor { organization, id: None, name: "Somebody", api_token: None, request: &self.request }
    }

    async fn setup(&self, realm: Realm) -> MfaSetup {
        let label = "somebody@amanah.example";
        self.mfa(realm).setup(&self.actor(), self.holder.account, label).await.unwrap()
    }

    async fn enrol(&self, realm: Realm) -> (String, Vec<String>) {
        let setup = self.setup(realm).await;
        let input = MfaCompleteInput::new(self.code(&setup.secret));
        let holder = (self.holder.account, None);
        let enabled = self.mfa(realm).complete(&self.actor(), holder, &input).await;
        (setup.secret, enabled.unwrap().recovery_codes)
    }

    fn code(&self, secret: &str) -> String {
        let secret = totp_rs::Secret::try_from_base32(secret).unwrap();
        let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(self.service.now().timestamp()).unwrap()).to_string()
    }

    async fn question(&self, realm: Realm) -> String {
        let mut tx = self.service.context().begin_within(self.holder.organization).await.unwrap();
        let question = self.mfa(realm).challenge(&mut tx, self.holder, 1, &self.request).await;
        tx.commit().await.unwrap();
        question.unwrap().pre_auth_token
    }

    /// Both halves of the second step; returns the number of recovery codes left.
    async fn redeem(&self, realm: Realm, token: &str, code: &str) -> shared::Result<u32> {
        let input = MfaLoginInput { pre_auth_token: token.to_owned(), code: code.to_owned() };
        let proof = self.mfa(realm).prove(&input, &self.request).await?;
        assert_eq!((proof.holder, proof.password_version), (self.holder, 1));
        let mut tx = self.service.context().begin_within(self.holder.organization).await?;
        let redeemed = self.mfa(realm).redeem(&mut tx, &proof).await?;
        tx.commit().await?;
        Ok(redeemed.recovery_codes_remaining)
    }
}

/// A portal account with the given id.
async fn open_account(db: &TestDatabase, organization: OrganizationId, id: Uuid) {
    let customer = Uuid::from_u128(1);
    let mut tx = db.begin().await.unwrap();
    let text = "INSERT INTO customers (organization_id, id, name, email, type, created_at,
            updated_at, name_folded, name_sort_key, details_folded)
        VALUES ($1, $2, 'Omar', 'omar@home.example', 'individual', $3, $3, 'omar', $4, '')";
    let now: DateTime<Utc> = "2026-11-21T09:00:00Z".parse().unwrap();
    let write = tx.sql(text).bind(organization).bind(customer).bind(now).bind(sort_key("Omar"));
    write.execute().await.unwrap();
    let text = "INSERT INTO portal_accounts (organization_id, id, customer_id, email, is_blocked,
            password_hash, password_scheme, password_version, password_change_required,
            created_at, updated_at, email_folded)
        VALUES ($1, $2, $3, 'omar@home.example', FALSE, '', 'none', 1, FALSE, $4, $4,
            'omar@home.example')";
    let write = tx.sql(text).bind(organization).bind(id).bind(customer);
    write.bind(now).execute().await.unwrap();
    tx.commit().await.unwrap();
}

async fn a_customer_enrols_and_signs_in_as_staff_do(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    let (secret, codes) = fixture.enrol(Realm::Customer).await;
    assert_eq!(codes.len(), 10);
    fixture.clock.advance(TimeDelta::seconds(30));
    let token = fixture.question(Realm::Customer).await;
    let left = fixture.redeem(Realm::Customer, &token, &fixture.code(&secret)).await;
    assert_eq!(left.unwrap(), 10);
    let token = fixture.question(Realm::Customer).await;
    assert_eq!(fixture.redeem(Realm::Customer, &token, &codes[0]).await.unwrap(), 9);
}

async fn the_realms_share_nothing(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    let (staff_secret, staff_codes) = fixture.enrol(Realm::Staff).await;
    let setup = fixture.setup(Realm::Customer).await;
    assert_eq!(setup.issuer, "Mizan Portal");
    assert_ne!(setup.secret, staff_secret);
    let (customer_secret, customer_codes) = fixture.enrol(Realm::Customer).await;
    assert_eq!((staff_codes.len(), customer_codes.len()), (8, 10));
    fixture.clock.advance(TimeDelta::seconds(30));

    let token = fixture.question(Realm::Staff).await;
    let foreign = fixture.redeem(Realm::Customer, &token, &customer_codes[0]).await;
    assert_eq!(foreign.unwrap_err().code(), Code::InvalidPreAuthToken);
    let token = fixture.question(Realm::Customer).await;
    let foreign = fixture.redeem(Realm::Staff, &token, &staff_codes[0]).await;
    assert_eq!(foreign.unwrap_err().code(), Code::InvalidPreAuthToken);
    for foreign in [&fixture.code(&staff_secret), &staff_codes[0]] {
        let refused = fixture.redeem(Realm::Customer, &token, foreign).await;
        assert_eq!(refused.unwrap_err().code(), Code::InvalidMfaCode);
    }
    let own = fixture.code(&customer_secret);
    assert_eq!(fixture.redeem(Realm::Customer, &token, &own).await.unwrap(), 10);
    // Removing one leaves the other.
    let mut tx = fixture.service.context().begin_within(fixture.holder.organization).await.unwrap();
    assert!(fixture.mfa(Realm::Customer).remove(&mut tx, fixture.holder).await.unwrap());
    tx.commit().await.unwrap();
    let token = fixture.question(Realm::Staff).await;
    assert_eq!(fixture.redeem(Realm::Staff, &token, &staff_codes[0]).await.unwrap(), 7);
}
