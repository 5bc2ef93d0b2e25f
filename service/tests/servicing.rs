//! Live facilities: payments, reversals, lateness, non-accrual and reports.

mod benchmark;
mod budget;
mod cases;
mod check;
mod job;
mod non_accrual;
mod payment;
mod portal;
mod random;
mod report;
mod reversal;

use chrono::NaiveDate;
use service::Caller;
use service::database::test_support::TestDatabase;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput, required};
use shared::credit::facility::{Asset, Facility, FacilityInput};
use shared::credit::payment::{Payment, PaymentInput, ReasonInput};
use shared::credit::schedule::ScheduleLine;
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};
use shared::error::{Code, Error, Result};
use shared::id::CustomerId;
use shared::money::Money;
use shared::staff::StaffInput;

use crate::support::{World, hire, person};

pub(crate) fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

fn because(reason: &str) -> ReasonInput {
    ReasonInput { reason: reason.to_owned() }
}

/// The world with a credit desk: somebody for each of its desks, a customer and a full map.
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
    /// The desk on a day; every account is mapped, murabahas are shown net.
    pub(crate) async fn new(db: TestDatabase, day: &str) -> Self {
        let world = World::new(db).await;
        let desk = async |name: &str, role: &str| {
            let input = StaffInput { role: role.to_owned(), ..person(name, "amanah") };
            hire(&world.service, &world.admin, input).await
        };
        let (officer, reviewer) =
            (desk("Omar", "credit_officer").await, desk("Rania", "credit_reviewer").await);
        let shariah = desk("Yusuf", "shariah_officer").await;
        let (cashier, finance) = (desk("Salma", "cashier").await, desk("Faris", "finance").await);
        let customer = world.customer("Layan").await.id;
        let desk = Self { world, officer, reviewer, shariah, cashier, finance, customer };
        desk.map(&required_mappings()).await;
        desk.go_to(day);
        desk
    }

    pub(crate) fn go_to(&self, day: &str) {
        self.world.clock.set(format!("{day}T09:00:00Z").parse().unwrap());
    }

    /// Sets accounts, or takes them out.
    pub(crate) async fn map(&self, mappings: &[AccountMappingInput]) {
        let input = AccountMapInput { mappings: mappings.to_vec() };
        self.world.service.account_map().change(&self.finance, input).await.unwrap();
    }

    /// Maps what makes murabahas be shown gross from their activation on.
    pub(crate) async fn show_gross(&self) {
        let accounts = [
            ("profit_deferral", "murabaha_receivable", "deferred_profit"),
            ("profit_recognition", "deferred_profit", "murabaha_income"),
            ("installment_profit", "cash", "murabaha_receivable"),
            ("early_settlement_profit", "cash", "murabaha_receivable"),
        ];
        for (event, debit, credit) in accounts {
            for (side, account) in [(Side::Debit, debit), (Side::Credit, credit)] {
                let mapping = mapping(ProductType::Murabaha, event, side, Some(account));
                self.map(&[mapping]).await;
            }
        }
    }

    /// A facility that came to life today, by the right people.
    pub(crate) async fn live(&self, terms: Terms) -> String {
        let facilities = self.world.service.facilities();
        let input = terms.input(self.customer);
        let reference = facilities.create(&self.officer, input, None).await.unwrap().facility_ref;
        facilities.review(&self.officer, &reference).await.unwrap();
        facilities.approve(&self.reviewer, &reference).await.unwrap();
        facilities.approve(&self.shariah, &reference).await.unwrap();
        let paper = shared::credit::facility::AssetOwnedInput::default();
        facilities.own_asset(&self.shariah, &reference, paper).await.unwrap();
        facilities.activate(&self.shariah, &reference, None).await.unwrap();
        reference
    }

    pub(crate) async fn facility(&self, reference: &str) -> Facility {
        self.world.service.facilities().find(&self.cashier, reference).await.unwrap()
    }

    pub(crate) async fn lines(&self, reference: &str) -> Vec<ScheduleLine> {
        self.world.service.facilities().schedule(&self.cashier, reference).await.unwrap().lines
    }

    /// Receives an amount on a day.
    pub(crate) async fn pay(&self, reference: &str, amount: &str, day: &str) -> Result<Payment> {
        self.record(reference, receipt(amount, day)).await
    }

    pub(crate) async fn record(&self, reference: &str, input: PaymentInput) -> Result<Payment> {
        self.world.service.payments().record(&self.cashier, reference, input, None).await
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

    /// The ledger balances, agrees with the schedules, and the check finds nothing.
    pub(crate) async fn ties_out(&self) {
        let balance =
            self.world.service.journals().trial_balance(&self.finance, None).await.unwrap();
        assert!(balance.totals.balance.is_zero(), "{balance:?}");
        let report = self.world.service.credit_reports().portfolio(&self.finance, None).await;
        let report = report.unwrap();
        assert!(report.tie_out.difference.is_zero(), "{report:?}");
    }

    /// What an account has been debited more than credited.
    pub(crate) async fn balance(&self, account: &str) -> Money {
        let journals = self.world.service.journals();
        let balance = journals.trial_balance(&self.finance, None).await.unwrap();
        let row = balance.rows.iter().find(|row| row.gl_account == account);
        row.map_or(Money::ZERO, |row| row.balance)
    }

    /// Runs a statement behind the service's back.
    pub(crate) async fn run(&self, text: &'static str) {
        let mut tx = self.world.db.begin().await.unwrap();
        tx.sql(text).execute().await.unwrap();
        tx.commit().await.unwrap();
    }
}

pub(crate) fn receipt(amount: &str, day: &str) -> PaymentInput {
    PaymentInput {
        amount: money(amount),
        payment_date: date(day),
        reference: "Transfer".to_owned(),
        early_settlement: false,
    }
}

pub(crate) fn settlement(amount: &str, day: &str) -> PaymentInput {
    PaymentInput { early_settlement: true, ..receipt(amount, day) }
}

fn mapping(
    product_type: ProductType,
    event: &str,
    side: Side,
    account: Option<&str>,
) -> AccountMappingInput {
    AccountMappingInput {
        product_type,
        event_type: event.to_owned(),
        side,
        gl_account: account.map(str::to_owned),
    }
}

/// What every posting needs, under the names by which the worked cases call the accounts.
pub(crate) fn required_mappings() -> Vec<AccountMappingInput> {
    let mapped = required().into_iter().map(|place| {
        let account = account(place.product_type, place.event_type, place.side);
        let event = place.event_type.as_str();
        mapping(place.product_type, event, place.side, Some(&account))
    });
    mapped.collect()
}

fn account(product_type: ProductType, event: CreditEvent, side: Side) -> String {
    use CreditEvent as E;
    let (asset, income) = match product_type {
        ProductType::Murabaha => ("murabaha_receivable", "murabaha_income"),
        ProductType::Ijarah => ("ijarah_asset", "rental_income"),
        ProductType::DiminishingMusharakah => ("musharakah_investment", "rental_income"),
    };
    let account = match (event, side) {
        (E::Origination, Side::Debit) => asset,
        (E::Origination, Side::Credit) => "asset_in_possession",
        (_, Side::Debit) => "cash",
        (E::InstallmentProfit | E::EarlySettlementProfit, Side::Credit) => income,
        (_, Side::Credit) => asset,
    };
    account.to_owned()
}

/// Terms of a facility, in short.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) product: ProductType,
    pub(crate) cost: &'static str,
    pub(crate) down: &'static str,
    /// The rate, or the whole profit of a murabaha.
    pub(crate) price: &'static str,
    pub(crate) periods: u32,
}

impl Terms {
    /// 2,000,000 less 400,000 at 12 % over 120 months.
    pub(crate) const HOUSE: Self = Self {
        product: ProductType::DiminishingMusharakah,
        cost: "2000000",
        down: "400000",
        price: "12",
        periods: 120,
    };
    /// 5,000 and a profit of 900 over 18 months.
    pub(crate) const MURABAHA: Self =
        Self { product: ProductType::Murabaha, cost: "5000", down: "0", price: "900", periods: 18 };
    /// 100 and a profit of 10 over 3 months.
    pub(crate) const SMALL: Self =
        Self { product: ProductType::Murabaha, cost: "100", down: "0", price: "10", periods: 3 };
    /// 10,000 at 6 % over 4 months.
    pub(crate) const LEASE: Self =
        Self { product: ProductType::Ijarah, cost: "10000", down: "0", price: "6", periods: 4 };

    pub(crate) fn input(self, customer_id: CustomerId) -> FacilityInput {
        let is_murabaha = self.product == ProductType::Murabaha;
        FacilityInput {
            customer_id,
            product_type: self.product,
            asset_cost: money(self.cost),
            down_payment: money(self.down),
            rate: (!is_murabaha).then(|| self.price.parse().unwrap()),
            term_periods: self.periods,
            periods_per_year: 12,
            fixed_total_profit: is_murabaha.then(|| money(self.price)),
            schedule_method: None,
            asset: Asset { description: "A house".to_owned(), cost: None },
        }
    }
}
