//! The credit desk: facilities from draft to activation, the map of accounts and journals.

mod account_map;
mod activation;
mod budget;
mod checker;
mod grid;
mod idempotency;
mod input;
mod ledger;
mod lifecycle;
mod list;
mod race;

use service::Caller;
use service::database::test_support::TestDatabase;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountPlace, required};
use shared::credit::facility::{Asset, AssetOwnedInput, Facility, FacilityInput};
use shared::credit::payment::ReasonInput;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, ProductType, Side};
use shared::customer::{CustomerInput, CustomerType};
use shared::error::{Code, Error, Result};
use shared::id::CustomerId;
use shared::staff::StaffInput;

use crate::support::{World, hire, person};

/// The world with the people of the credit desk, a customer, and all of the map filled.
pub(crate) struct Desk {
    pub(crate) world: World,
    pub(crate) officer: Caller,
    pub(crate) reviewer: Caller,
    pub(crate) shariah: Caller,
    pub(crate) cashier: Caller,
    pub(crate) finance: Caller,
    pub(crate) customer: CustomerId,
}

impl Desk {
    pub(crate) async fn new(db: TestDatabase) -> Self {
        let world = World::new(db).await;
        let officer = join(&world, "Omar", "credit_officer").await;
        let reviewer = join(&world, "Rania", "credit_reviewer").await;
        let shariah = join(&world, "Salim", "shariah_officer").await;
        let cashier = join(&world, "Carim", "cashier").await;
        let finance = join(&world, "Farid", "finance").await;
        let customer = customer(&world, &world.admin).await;
        let desk = Self { world, officer, reviewer, shariah, cashier, finance, customer };
        desk.map(required(), Some("1000")).await;
        desk
    }

    /// Maps places to accounts that name event and side, or takes them out.
    pub(crate) async fn map(
        &self,
        places: impl IntoIterator<Item = AccountPlace>,
        prefix: Option<&str>,
    ) {
        let mappings = places.into_iter().map(|AccountPlace { product_type, event_type, side }| {
            let account = prefix.map(|prefix| format!("{prefix}-{event_type}-{side}"));
            AccountMappingInput {
                product_type,
                event_type: event_type.to_string(),
                side,
                gl_account: account,
            }
        });
        let input = AccountMapInput { mappings: mappings.collect() };
        self.world.service.account_map().change(&self.finance, input).await.unwrap();
    }

    /// What a facility of a product is asked for with.
    pub(crate) fn input(&self, product_type: ProductType) -> FacilityInput {
        let is_murabaha = product_type == ProductType::Murabaha;
        FacilityInput {
            customer_id: self.customer,
            product_type,
            asset_cost: "120000".parse().unwrap(),
            down_payment: "20000".parse().unwrap(),
            rate: (!is_murabaha).then(|| "9.75".parse().unwrap()),
            term_periods: 12,
            periods_per_year: 12,
            fixed_total_profit: is_murabaha.then(|| "10000".parse().unwrap()),
            schedule_method: None,
            asset: Asset { description: "Delivery van".to_owned(), cost: None },
        }
    }

    pub(crate) async fn draft(&self, product_type: ProductType) -> String {
        self.draft_by(&self.officer, product_type).await
    }

    async fn draft_by(&self, creator: &Caller, product_type: ProductType) -> String {
        let input = self.input(product_type);
        let facilities = self.world.service.facilities();
        facilities.create(creator, input, None).await.unwrap().facility_ref
    }

    /// Takes a draft as far as that status.
    pub(crate) async fn reach(&self, product_type: ProductType, status: FacilityStatus) -> String {
        self.reach_by(&self.officer, product_type, status).await
    }

    /// The same with a draft of that creator.
    async fn reach_by(
        &self,
        creator: &Caller,
        product_type: ProductType,
        status: FacilityStatus,
    ) -> String {
        use FacilityStatus as S;
        let facility_ref = self.draft_by(creator, product_type).await;
        if status == S::Draft {
            return facility_ref;
        }
        self.act("review", creator, &facility_ref).await.unwrap();
        if status == S::Rejected {
            self.act("reject", &self.reviewer, &facility_ref).await.unwrap();
        }
        if matches!(status, S::PendingReview | S::Rejected) {
            return facility_ref;
        }
        self.act("approve", &self.reviewer, &facility_ref).await.unwrap();
        if status == S::ShariahReview {
            return facility_ref;
        }
        self.act("approve", &self.shariah, &facility_ref).await.unwrap();
        if status == S::Approved {
            return facility_ref;
        }
        self.act("asset_owned", &self.shariah, &facility_ref).await.unwrap();
        self.act("activate", &self.shariah, &facility_ref).await.unwrap();
        facility_ref
    }

    /// One act by its name.
    pub(crate) async fn act(&self, act: &str, by: &Caller, facility_ref: &str) -> Result<Facility> {
        let facilities = self.world.service.facilities();
        match act {
            "review" => facilities.review(by, facility_ref).await,
            "approve" => facilities.approve(by, facility_ref).await,
            "reject" => {
                let reason = ReasonInput { reason: "Income not shown".to_owned() };
                facilities.reject(by, facility_ref, reason).await
            }
            "asset_owned" => {
                let document_ref = Some("Invoice 17".to_owned());
                let input = AssetOwnedInput { document_ref };
                facilities.own_asset(by, facility_ref, input).await
            }
            "activate" => facilities.activate(by, facility_ref, None).await,
            _ => panic!("no such act: {act}"),
        }
    }

    pub(crate) async fn find(&self, facility_ref: &str) -> Facility {
        self.world.service.facilities().find(&self.officer, facility_ref).await.unwrap()
    }

    /// Everything that is stored of facilities, their ledger and their trail, to tell whether
    /// anything was written.
    pub(crate) async fn dump(&self) -> Vec<String> {
        let mut tx = self.world.db.read().await.unwrap();
        let mut dump = Vec::new();
        for text in [
            "SELECT facility_ref || status || asset_status || COALESCE(presentation, '-')
                || COALESCE(CAST(activated_at AS TEXT), '-') || CAST(schedule_start AS TEXT)
                || COALESCE(CAST(next_due_date AS TEXT), '-') || CAST(updated_at AS TEXT)
                || CAST(outstanding_principal AS TEXT) || CAST(schedule_version AS TEXT)
                || COALESCE(rejection_reason, '-') || COALESCE(asset_document_ref, '-')
            FROM facilities ORDER BY id",
            "SELECT CAST(period AS TEXT) || CAST(payment_date AS TEXT) || status
                || CAST(principal_portion AS TEXT) || CAST(profit_portion AS TEXT)
                || CAST(principal_paid AS TEXT) || CAST(profit_paid AS TEXT)
            FROM schedule_lines ORDER BY facility_id, period",
            "SELECT CAST(value_date AS TEXT) || CAST(posted_at AS TEXT) FROM journals ORDER BY id",
            "SELECT event_type || debit_account || credit_account || CAST(amount AS TEXT)
            FROM journal_entries ORDER BY journal_id, position",
            "SELECT type || COALESCE(text, '-') FROM facility_events ORDER BY id",
            "SELECT scope || key || answer FROM idempotency_keys ORDER BY scope, key",
            "SELECT action FROM audit_entries ORDER BY id",
        ] {
            dump.extend(tx.sql(text).scalars::<String>().await.unwrap());
        }
        dump
    }
}

/// Somebody of that role, with a password of their own.
async fn join(world: &World, name: &str, role: &str) -> Caller {
    let input = StaffInput { role: role.to_owned(), ..person(name, "amanah") };
    let hired = hire(&world.service, &world.admin, input).await;
    let mut tx = world.db.begin().await.unwrap();
    let settle = "UPDATE staff SET password_change_required = FALSE WHERE id = $1";
    tx.sql(settle).bind(hired.staff()).execute().await.unwrap();
    tx.commit().await.unwrap();
    world.again(&hired).await
}

pub(crate) async fn customer(world: &World, by: &Caller) -> CustomerId {
    let input = CustomerInput {
        name: "Layan Trading".to_owned(),
        email: "office@layan.example".to_owned(),
        phone: None,
        customer_type: CustomerType::Company,
        registration_number: None,
        address: None,
    };
    world.service.customers().create(by, input).await.unwrap().id
}

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

fn pair(product_type: ProductType, event_type: CreditEvent) -> Vec<AccountPlace> {
    Side::ALL.iter().map(|&side| AccountPlace { product_type, event_type, side }).collect()
}
