//! Facilities of the demo: each product in each status, created by the demo's credit staff.

mod content;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use shared::credit::account_map::{AccountMapInput, AccountMappingInput, required};
use shared::credit::account_name::{AccountNameInput, AccountNamesInput};
use shared::credit::facility::{Asset, AssetOwnedInput, FacilityInput, RevisionInput};
use shared::credit::payment::{AsOfInput, PaymentInput, ReasonInput};
use shared::credit::vocabulary::{FacilityStatus, Presentation, ProductType};
use shared::customer::CustomerQuery;
use shared::error::{Error, Result};
use shared::id::CustomerId;
use shared::money::Money;
use shared::page::{LIMIT_CAP, PageRequest};

use super::Filling;
use crate::caller::Caller;
use crate::clock::ManualClock;
use crate::context::Service;
use content::{FACILITIES, FacilityContent, account};

/// Midnight in London, morning in Dubai: the day of a receipt is the same in both.
const MORNING: NaiveTime = NaiveTime::MIN;

/// The acting members of staff and the clock.
struct CreditDemo<'a> {
    service: &'a Service,
    clock: &'a ManualClock,
    officer: Caller,
    reviewer: Caller,
    shariah: Caller,
    cashier: Caller,
    finance: Caller,
    customers: Vec<(CustomerId, String)>,
}

/// Fills the account map and creates every facility, oldest first.
pub(super) async fn fill(filling: Filling<'_>) -> Result<()> {
    let Filling { clock, now, .. } = filling;
    clock.set(now - Days::new(content::FIRST_DAYS_AGO));
    let demo = CreditDemo::new(filling).await?;
    demo.map_accounts().await?;
    let mut facilities: Vec<&FacilityContent> = FACILITIES.iter().collect();
    facilities.sort_by_key(|facility| std::cmp::Reverse(facility.days_ago));
    for facility in facilities {
        clock.set(now - Days::new(facility.days_ago));
        let facility_ref = demo.play(facility).await?;
        demo.service_until(facility.reached, &facility_ref, now).await?;
    }
    clock.set(now);
    Ok(())
}

impl<'a> CreditDemo<'a> {
    async fn new(filling: Filling<'a>) -> Result<Self> {
        let Filling { service, clock, .. } = filling;
        let officer = filling.holder("credit_officer", 0).await?;
        let page = PageRequest::new(1, LIMIT_CAP);
        let query = CustomerQuery { page, ..CustomerQuery::default() };
        let customers = service.customers().list(&officer, query).await?.data;
        Ok(Self {
            service,
            clock,
            reviewer: filling.holder("credit_reviewer", 0).await?,
            shariah: filling.holder("shariah_officer", 0).await?,
            cashier: filling.holder("cashier", 0).await?,
            finance: filling.holder("finance", 0).await?,
            customers: customers.into_iter().map(|it| (it.id, it.name)).collect(),
            officer,
        })
    }

    async fn map_accounts(&self) -> Result<()> {
        let mappings =
            required(&[Presentation::Net]).into_iter().map(|place| AccountMappingInput {
                product_type: place.product_type,
                event_type: place.event_type.to_string(),
                side: place.side,
                gl_account: Some(account(place).to_owned()),
            });
        let input = AccountMapInput { mappings: mappings.collect() };
        self.service.account_map().change(&self.finance, input).await?;
        let accounts = content::ACCOUNT_NAMES.map(|(code, name)| AccountNameInput {
            code: code.to_owned(),
            name: Some(name.to_owned()),
        });
        let input = AccountNamesInput { accounts: accounts.into() };
        self.service.account_names().change(&self.finance, input).await?;
        Ok(())
    }

    /// Plays one facility from its draft to its activation, or as far as it goes, step by step.
    async fn play(&self, content: &FacilityContent) -> Result<String> {
        use FacilityStatus as S;
        let facilities = self.service.facilities();
        let input = self.input(content)?;
        let at = facilities.create(&self.officer, input).await?.facility_ref;
        if content.reached == S::Draft {
            return Ok(at);
        }
        self.clock.advance(TimeDelta::hours(2));
        if content.reached == S::Withdrawn {
            let reason = ReasonInput { reason: content::WITHDRAWAL.to_owned(), revision: None };
            facilities.withdraw(&self.officer, &at, reason).await?;
            return Ok(at);
        }
        facilities.review(&self.officer, &at, RevisionInput::default()).await?;
        self.clock.advance(TimeDelta::hours(3));
        match content.reached {
            S::Draft | S::Withdrawn | S::PendingReview => return Ok(at),
            S::Rejected => {
                let reason = ReasonInput { reason: content::REJECTION.to_owned(), revision: None };
                facilities.reject(&self.reviewer, &at, reason).await?;
                return Ok(at);
            }
            S::ShariahReview
            | S::Approved
            | S::Active
            | S::Overdue
            | S::NonAccrual
            | S::Settled => {
                facilities.approve(&self.reviewer, &at, RevisionInput::default()).await?
            }
        };
        if content.reached == S::ShariahReview {
            return Ok(at);
        }
        self.clock.advance(TimeDelta::hours(4));
        facilities.approve(&self.shariah, &at, RevisionInput::default()).await?;
        if content.reached == S::Approved && !content.is_asset_owned {
            return Ok(at);
        }
        self.clock.advance(TimeDelta::hours(1));
        let document_ref = Some(content.document_ref.to_owned());
        facilities
            .own_asset(&self.shariah, &at, AssetOwnedInput { document_ref, revision: None })
            .await?;
        if content.reached != S::Approved {
            self.clock.advance(TimeDelta::hours(1));
            facilities.activate(&self.shariah, &at, RevisionInput::default()).await?;
        }
        Ok(at)
    }

    /// Services a live facility up to the present.
    async fn service_until(
        &self,
        reached: FacilityStatus,
        facility_ref: &str,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let facilities = self.service.facilities();
        match reached {
            FacilityStatus::Draft
            | FacilityStatus::PendingReview
            | FacilityStatus::ShariahReview
            | FacilityStatus::Approved
            | FacilityStatus::Rejected
            | FacilityStatus::Withdrawn
            | FacilityStatus::Active => {}
            FacilityStatus::Overdue => {
                self.clock.set(now - Days::new(1));
                facilities.overdue(&self.shariah, facility_ref, AsOfInput::default()).await?;
            }
            FacilityStatus::NonAccrual => {
                self.clock.set(now - Days::new(3));
                facilities.overdue(&self.shariah, facility_ref, AsOfInput::default()).await?;
                let reason = ReasonInput { reason: content::INSOLVENCY.to_owned(), revision: None };
                facilities.stop_accrual(&self.shariah, facility_ref, reason).await?;
            }
            FacilityStatus::Settled => {
                let schedule = facilities.schedule(&self.cashier, facility_ref).await?;
                if let Some(first) = schedule.lines.first() {
                    self.clock.set(first.payment_date.and_time(MORNING).and_utc());
                    let amount = (first.total_payment, false);
                    self.pay(facility_ref, first.payment_date, amount).await?;
                }
                self.clock.set(now - Days::new(4));
                let settlement =
                    facilities.settlement_quote(&self.cashier, facility_ref, None).await?;
                let amount = (settlement.quote.total, true);
                self.pay(facility_ref, settlement.quote.as_of, amount).await?;
            }
        }
        Ok(())
    }

    async fn pay(
        &self,
        facility_ref: &str,
        payment_date: NaiveDate,
        (amount, early_settlement): (Money, bool),
    ) -> Result<()> {
        let reference = format!("Transfer of {payment_date}");
        let input =
            PaymentInput { amount, payment_date, reference, early_settlement, revision: None };
        self.service.payments().record(&self.cashier, facility_ref, input).await?;
        Ok(())
    }

    fn input(&self, content: &FacilityContent) -> Result<FacilityInput> {
        let customer = self.customers.iter().find(|(_, name)| name == content.customer);
        let (customer_id, _) = customer.ok_or_else(|| Error::not_found("Customer of the demo"))?;
        let is_murabaha = content.product_type == ProductType::Murabaha;
        Ok(FacilityInput {
            customer_id: *customer_id,
            product_type: content.product_type,
            asset_cost: read(content.asset_cost)?,
            down_payment: read(content.down_payment)?,
            rate: (!is_murabaha).then(|| read(content.price)).transpose()?,
            term_periods: content.term_periods,
            periods_per_year: content.periods_per_year,
            fixed_total_profit: is_murabaha.then(|| read(content.price)).transpose()?,
            schedule_method: None,
            asset: Asset { description: content.asset.to_owned(), cost: None },
        })
    }
}

/// Parses a number of the content.
fn read<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T> {
    text.parse().map_err(|error| {
        tracing::error!(%error, text, "the content of the demo cannot be read");
        Error::internal()
    })
}
