//! The credit operations of an organization for tests: people, a customer, and their actions.

mod accounts;
mod approval;
mod books;
mod terms;

use chrono::NaiveDate;
use database::test_support::TestDatabase;
use service::Caller;
use shared::credit::facility::{Facility, RevisionInput};
use shared::credit::payment::{AsOfInput, Payment, PaymentInput, ReasonInput};
use shared::credit::schedule::ScheduleLine;
use shared::error::{Code, Error, Result};
use shared::id::CustomerId;
use shared::money::Money;
use shared::staff::StaffInput;
use shared::total::Total;

pub(crate) use accounts::{mappings, pair, required_mappings, sides};
pub(crate) use terms::Terms;

use crate::support::{World, hire, person, run_sql};

pub(crate) fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(crate) fn money(text: &str) -> Money {
    text.parse().unwrap()
}

pub(crate) fn total(text: &str) -> Total {
    money(text).into()
}

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

pub(crate) fn because(reason: &str) -> ReasonInput {
    ReasonInput { reason: reason.to_owned(), revision: None }
}

/// The input of an evaluation, by default as of today.
pub(crate) fn as_of(as_of: Option<NaiveDate>) -> AsOfInput {
    AsOfInput { as_of, revision: None }
}

/// The world with credit operations: a member of staff for each role, a customer and a full map.
pub(crate) struct CreditDesk {
    pub(crate) world: World,
    pub(crate) officer: Caller,
    pub(crate) reviewer: Caller,
    pub(crate) shariah: Caller,
    pub(crate) cashier: Caller,
    pub(crate) finance: Caller,
    pub(crate) customer: CustomerId,
    is_damaged: bool,
}

impl CreditDesk {
    /// Credit on the day of the world.
    pub(crate) async fn new(db: TestDatabase) -> Self {
        Self::on(db, "2026-11-21").await
    }

    /// Credit on a day; every account is mapped, with net presentation of murabahas.
    pub(crate) async fn on(db: TestDatabase, day: &str) -> Self {
        let world = World::new(db).await;
        let desk = async |name: &str, role: &str| join(&world, name, role).await;
        let (officer, reviewer) =
            (desk("Omar", "credit_officer").await, desk("Rania", "credit_reviewer").await);
        let shariah = desk("Yusuf", "shariah_officer").await;
        let (cashier, finance) = (desk("Salma", "cashier").await, desk("Faris", "finance").await);
        let customer = world.customer("Layan").await.id;
        let is_damaged = false;
        let desk =
            Self { world, officer, reviewer, shariah, cashier, finance, customer, is_damaged };
        desk.map(&required_mappings()).await;
        desk.go_to(day);
        desk
    }

    pub(crate) fn go_to(&self, day: &str) {
        self.world.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
    }

    /// A facility activated today, by people with the required permissions.
    pub(crate) async fn live(&self, terms: Terms) -> String {
        let facilities = self.world.service.facilities();
        let input = terms.input(self.customer);
        let reference = facilities.create(&self.officer, input).await.unwrap().facility_ref;
        let seen = RevisionInput::default();
        facilities.review(&self.officer, &reference, seen).await.unwrap();
        facilities.approve(&self.reviewer, &reference, seen).await.unwrap();
        facilities.approve(&self.shariah, &reference, seen).await.unwrap();
        let document_ref = Some("Deed 12".to_owned());
        let paper = shared::credit::facility::AssetOwnedInput { document_ref, revision: None };
        facilities.own_asset(&self.shariah, &reference, paper).await.unwrap();
        facilities.activate(&self.shariah, &reference, seen).await.unwrap();
        reference
    }

    /// A facility as seen by the cashier.
    pub(crate) async fn facility(&self, reference: &str) -> Facility {
        self.world.service.facilities().find(&self.cashier, reference).await.unwrap()
    }

    /// The same as seen by the credit officer.
    pub(crate) async fn find(&self, reference: &str) -> Facility {
        self.world.service.facilities().find(&self.officer, reference).await.unwrap()
    }

    pub(crate) async fn lines(&self, reference: &str) -> Vec<ScheduleLine> {
        self.world.service.facilities().schedule(&self.cashier, reference).await.unwrap().lines
    }

    /// Records a payment on a day.
    pub(crate) async fn pay(&self, reference: &str, amount: &str, day: &str) -> Result<Payment> {
        self.record(reference, receipt(amount, day)).await
    }

    pub(crate) async fn record(&self, reference: &str, input: PaymentInput) -> Result<Payment> {
        self.world.service.payments().record(&self.cashier, reference, input).await
    }

    pub(crate) async fn undo(&self, reference: &str, payment: &Payment) -> Result<Payment> {
        let payments = self.world.service.payments();
        payments.reverse(&self.shariah, reference, payment.payment_id, because("Bounced")).await
    }

    /// Every event of a journal with its debit, its credit and its amount.
    pub(crate) async fn journal(&self, payment: &Payment, reference: &str) -> Vec<String> {
        self.legs(reference, payment.journal_entry_id).await
    }

    pub(crate) async fn legs(
        &self,
        reference: &str,
        journal: shared::id::JournalId,
    ) -> Vec<String> {
        let journals = self.world.service.facilities().journals(&self.cashier, reference).await;
        let journal = journals.unwrap().into_iter().find(|it| it.id == journal).unwrap();
        let pairs = journal.lines.chunks(2).map(|pair| {
            let (debit, credit) = (&pair[0], &pair[1]);
            assert_eq!((debit.debit, debit.credit), (credit.credit, credit.debit));
            let accounts = format!("{} / {}", debit.gl_account, credit.gl_account);
            format!("{}: {accounts} {}", debit.event_type, debit.debit)
        });
        pairs.collect()
    }

    /// Runs a statement directly on the database, bypassing the service.
    pub(crate) async fn run(&self, text: &'static str) {
        run_sql!(self.world.db, text);
    }
}

pub(crate) fn receipt(amount: &str, day: &str) -> PaymentInput {
    PaymentInput {
        amount: money(amount),
        payment_date: date(day),
        reference: "Transfer".to_owned(),
        early_settlement: false,
        revision: None,
    }
}

pub(crate) fn settlement(amount: &str, day: &str) -> PaymentInput {
    PaymentInput { early_settlement: true, ..receipt(amount, day) }
}

/// A new member of staff with that role.
pub(crate) async fn join(world: &World, name: &str, role: &str) -> Caller {
    let input = StaffInput { role: role.to_owned(), ..person(name, "amanah") };
    hire(&world.service, &world.admin, input).await
}
