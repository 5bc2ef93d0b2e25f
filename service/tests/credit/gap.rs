//! A gap in the account map: every action that needs it is refused, names it and writes nothing;
//! once it is filled, the action succeeds.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::account_map::AccountPlace;
use shared::credit::facility::RevisionInput;
use shared::credit::payment::{Payment, PaymentInput};
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, Presentation, ProductType};
use shared::error::{Code, Result};
use shared::money::Money;

use crate::credit_desk::{
    CreditDesk, Terms, because, money, pair, receipt, required_mappings, settlement, sides,
};

on_both!(
    without_any_one_account_of_a_net_murabaha_nothing_is_posted,
    without_any_one_account_of_a_gross_murabaha_nothing_is_posted,
    without_any_one_account_of_an_ijarah_nothing_is_posted,
    without_any_one_account_of_a_diminishing_musharakah_nothing_is_posted,
    journals_keep_the_accounts_of_their_day,
);

const TODAY: &str = "2026-01-31";

/// Actions that require the accounts of an event.
#[derive(Clone, Copy, Debug)]
enum Action {
    Activate,
    PayALine,
    PayMoreThanALine,
    Settle,
    PayOnNonAccrual,
    WaiveProfit,
}

const fn actions(event: CreditEvent) -> &'static [Action] {
    match event {
        CreditEvent::Origination => &[Action::Activate],
        CreditEvent::ProfitDeferral => &[Action::Activate, Action::WaiveProfit],
        CreditEvent::InstallmentPrincipal
        | CreditEvent::InstallmentProfit
        | CreditEvent::InstallmentProfitCollection => &[Action::PayALine],
        CreditEvent::ExtraPayment => &[Action::PayMoreThanALine],
        CreditEvent::EarlySettlementPrincipal
        | CreditEvent::EarlySettlementProfit
        | CreditEvent::EarlySettlementProfitCollection => &[Action::Settle],
        CreditEvent::NonAccrualReceipt => &[Action::PayOnNonAccrual],
        CreditEvent::ProfitRecognition => &[Action::Activate, Action::PayALine, Action::Settle],
    }
}

fn terms(product: ProductType) -> Terms {
    match product {
        ProductType::Murabaha => Terms::SMALL,
        ProductType::Ijarah => Terms::LEASE,
        ProductType::DiminishingMusharakah => Terms { periods: 6, ..Terms::HOUSE },
    }
}

/// A facility for each kind of action, in a status that allows it.
struct Facilities {
    approved: String,
    live: String,
    lost: String,
    /// Of a murabaha: its principal is received, its profit suspended.
    suspended: Option<(String, Payment)>,
}

impl Facilities {
    async fn new(desk: &CreditDesk, product: ProductType) -> Self {
        let lost = desk.live(terms(product)).await;
        let facilities = desk.world.service.facilities();
        facilities.stop_accrual(&desk.shariah, &lost, because("Lost")).await.unwrap();
        let live = desk.live(terms(product)).await;
        let suspended = match product {
            ProductType::Murabaha => Some(suspended(desk).await),
            ProductType::Ijarah | ProductType::DiminishingMusharakah => None,
        };
        Self { approved: owned(desk, product).await, live, lost, suspended }
    }

    /// Performs the action, and reverses it if it is a payment.
    async fn perform(
        &mut self,
        desk: &CreditDesk,
        product: ProductType,
        action: Action,
    ) -> Result<()> {
        let line = desk.lines(&self.live).await.remove(0).total_payment;
        let more = Money::total([line, money("5")]).unwrap();
        let facilities = desk.world.service.facilities();
        let (reference, input) = match action {
            Action::Activate => {
                facilities
                    .activate(&desk.shariah, &self.approved, RevisionInput::default())
                    .await?;
                self.approved = owned(desk, product).await;
                return Ok(());
            }
            Action::PayALine => (&self.live, receipt(&line.to_string(), TODAY)),
            Action::PayMoreThanALine => (&self.live, receipt(&more.to_string(), TODAY)),
            Action::Settle => {
                let quote = facilities.settlement_quote(&desk.cashier, &self.live, None).await?;
                (&self.live, settlement(&quote.quote.total.to_string(), TODAY))
            }
            Action::PayOnNonAccrual => (&self.lost, receipt("5", TODAY)),
            Action::WaiveProfit => {
                let (reference, paid) = self.suspended.as_ref().unwrap();
                facilities.waive_profit(&desk.shariah, reference, because("Lost")).await?;
                desk.undo(reference, paid).await?;
                self.suspended = Some(suspended(desk).await);
                return Ok(());
            }
        };
        pay_and_undo(desk, reference, input).await
    }
}

/// A murabaha whose principal was received on non-accrual.
async fn suspended(desk: &CreditDesk) -> (String, Payment) {
    let small = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &small, because("Lost")).await.unwrap();
    let paid = desk.pay(&small, "100", TODAY).await.unwrap();
    (small, paid)
}

async fn owned(desk: &CreditDesk, product: ProductType) -> String {
    let facility_ref = desk.reach(product, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    facility_ref
}

async fn pay_and_undo(desk: &CreditDesk, reference: &str, input: PaymentInput) -> Result<()> {
    let paid = desk.record(reference, input).await?;
    desk.undo(reference, &paid).await.map(drop)
}

async fn nothing_is_posted_with_a_gap(
    db: TestDatabase,
    product: ProductType,
    presentation: Presentation,
) {
    let desk = CreditDesk::on(db, TODAY).await;
    if presentation == Presentation::Gross {
        desk.show_gross().await;
    }
    let mut facilities = Facilities::new(&desk, product).await;
    for &event in product.events(presentation) {
        for place in pair(product, event) {
            for &action in actions(event) {
                let account = desk.take_out(place).await;
                let before = desk.dump().await;
                let refused = facilities.perform(&desk, product, action).await.unwrap_err();
                assert_eq!(refused.code(), Code::AccountUnmapped, "{action:?} {place:?}");
                let errors = &refused.problem().errors;
                let named: Vec<_> = errors.iter().map(|it| it.field.as_str()).collect();
                let AccountPlace { product_type, event_type, side } = place;
                assert_eq!(named, [format!("{product_type}/{event_type}/{side}")], "{action:?}");
                assert_eq!(desk.dump().await, before, "{action:?} {place:?}");
                desk.map_places(&[place], Some(&account)).await;
                facilities.perform(&desk, product, action).await.unwrap();
            }
        }
    }
}

async fn without_any_one_account_of_a_net_murabaha_nothing_is_posted(db: TestDatabase) {
    nothing_is_posted_with_a_gap(db, ProductType::Murabaha, Presentation::Net).await;
}

async fn without_any_one_account_of_a_gross_murabaha_nothing_is_posted(db: TestDatabase) {
    nothing_is_posted_with_a_gap(db, ProductType::Murabaha, Presentation::Gross).await;
}

async fn without_any_one_account_of_an_ijarah_nothing_is_posted(db: TestDatabase) {
    nothing_is_posted_with_a_gap(db, ProductType::Ijarah, Presentation::Net).await;
}

async fn without_any_one_account_of_a_diminishing_musharakah_nothing_is_posted(db: TestDatabase) {
    let product = ProductType::DiminishingMusharakah;
    nothing_is_posted_with_a_gap(db, product, Presentation::Net).await;
}

async fn journals_keep_the_accounts_of_their_day(db: TestDatabase) {
    let desk = CreditDesk::on(db, TODAY).await;
    let lease = desk.live(Terms::LEASE).await;
    let first = desk.pay(&lease, "100", TODAY).await.unwrap();
    let second = desk.pay(&lease, "100", TODAY).await.unwrap();
    let (before, next) = (desk.journal(&first, &lease).await, desk.journal(&second, &lease).await);
    for event in [CreditEvent::InstallmentPrincipal, CreditEvent::InstallmentProfit] {
        desk.map(&sides(ProductType::Ijarah, event, ["moved", "away"])).await;
    }
    let third = desk.pay(&lease, "100", TODAY).await.unwrap();
    let after = desk.journal(&third, &lease).await;
    assert!(after.iter().all(|leg| leg.contains(": moved / away ")), "{after:?}");
    desk.undo(&lease, &third).await.unwrap();
    desk.map(&required_mappings()).await;
    let undone = desk.undo(&lease, &second).await.unwrap();
    let contra = desk.legs(&lease, undone.reversal_journal_id.unwrap()).await;
    let other_way = ["installment_principal: ijarah_asset / cash 100.0000"];
    assert_eq!((contra, next.len()), (other_way.map(str::to_owned).to_vec(), 1));
    assert_eq!(desk.journal(&first, &lease).await, before);
    assert_eq!(desk.balance("moved").await, Money::ZERO);
}
