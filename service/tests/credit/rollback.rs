//! An act whose trail, timeline or ledger cannot be written has not happened.

use service::database::test_support::TestDatabase;
use service::on_both;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput};
use shared::credit::facility::{RevisionInput, TransferInput};
use shared::credit::vocabulary::{FacilityStatus, ProductType, Side};
use shared::error::{Code, Result};
use shared::id::PaymentId;
use shared::permission::Permission;

use crate::desk::{Desk, Terms, as_of, because, receipt, settlement};
use crate::support::Fault;

on_both!(
    no_act_on_a_facility_outlives_a_trail_or_a_timeline_that_cannot_be_written,
    a_posting_that_fails_half_way_leaves_nothing,
    the_account_map_does_not_change_without_its_trail,
);

/// An act on a facility, and the facility that it is open for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Create,
    Submit,
    Withdraw,
    Review,
    ShariahApprove,
    Reject,
    AssetOwned,
    Activate,
    Pay,
    Reverse,
    Evaluate,
    StopAccrual,
    ResumeAccrual,
    WaiveProfit,
    TransferOwnership,
}

const ACTS: [Act; 15] = [
    Act::Create,
    Act::Submit,
    Act::Withdraw,
    Act::Review,
    Act::ShariahApprove,
    Act::Reject,
    Act::AssetOwned,
    Act::Activate,
    Act::Pay,
    Act::Reverse,
    Act::Evaluate,
    Act::StopAccrual,
    Act::ResumeAccrual,
    Act::WaiveProfit,
    Act::TransferOwnership,
];

const FIRST_DAY: &str = "2026-01-31";
const LATE_DAY: &str = "2026-03-31";

/// What an act is done to.
struct Subject {
    reference: String,
    payment: Option<PaymentId>,
}

impl Act {
    async fn subject(self, desk: &Desk) -> Subject {
        use FacilityStatus as S;
        let mut payment = None;
        desk.go_to(FIRST_DAY);
        let at = async |status| desk.reach(ProductType::Ijarah, status).await;
        let reference = match self {
            Self::Create | Self::Submit | Self::Withdraw => at(S::Draft).await,
            Self::Review | Self::Reject => at(S::PendingReview).await,
            Self::ShariahApprove => at(S::ShariahReview).await,
            Self::AssetOwned => at(S::Approved).await,
            Self::Activate => {
                let reference = at(S::Approved).await;
                desk.act("asset_owned", &desk.shariah, &reference).await.unwrap();
                reference
            }
            Self::Pay | Self::StopAccrual => desk.live(Terms::SMALL).await,
            Self::Reverse => {
                let reference = desk.live(Terms::SMALL).await;
                let paid = desk.pay(&reference, "20", FIRST_DAY).await.unwrap();
                payment = Some(paid.payment_id);
                reference
            }
            Self::Evaluate => {
                let reference = desk.live(Terms::SMALL).await;
                desk.go_to(LATE_DAY);
                reference
            }
            Self::ResumeAccrual => {
                let reference = desk.live(Terms::SMALL).await;
                let facilities = desk.world.service.facilities();
                let reason = because("Insolvent");
                facilities.stop_accrual(&desk.shariah, &reference, reason).await.unwrap();
                reference
            }
            Self::WaiveProfit => {
                let reference = desk.live(Terms::SMALL).await;
                let facilities = desk.world.service.facilities();
                let reason = because("Insolvent");
                facilities.stop_accrual(&desk.shariah, &reference, reason).await.unwrap();
                desk.pay(&reference, "100", FIRST_DAY).await.unwrap();
                reference
            }
            Self::TransferOwnership => settled_lease(desk).await,
        };
        Subject { reference, payment }
    }

    async fn attempt(self, desk: &Desk, subject: &Subject) -> Result<()> {
        let (facilities, payments) =
            (desk.world.service.facilities(), desk.world.service.payments());
        let at = subject.reference.as_str();
        let (officer, reviewer, shariah) = (&desk.officer, &desk.reviewer, &desk.shariah);
        match self {
            Self::Create => {
                let input = desk.input(ProductType::Ijarah);
                facilities.create(officer, input, None).await.map(drop)
            }
            Self::Submit => desk.act("review", officer, at).await.map(drop),
            Self::Withdraw => desk.act("withdraw", officer, at).await.map(drop),
            Self::Review => desk.act("approve", reviewer, at).await.map(drop),
            Self::ShariahApprove => desk.act("approve", shariah, at).await.map(drop),
            Self::Reject => desk.act("reject", reviewer, at).await.map(drop),
            Self::AssetOwned => desk.act("asset_owned", shariah, at).await.map(drop),
            Self::Activate => {
                let seen = RevisionInput::default();
                facilities.activate(shariah, at, seen, None).await.map(drop)
            }
            Self::Pay => desk.record(at, receipt("20", FIRST_DAY)).await.map(drop),
            Self::Reverse => {
                let payment = subject.payment.unwrap();
                payments.reverse(shariah, at, payment, because("Bounced")).await.map(drop)
            }
            Self::Evaluate => facilities.overdue(shariah, at, as_of(None)).await.map(drop),
            Self::StopAccrual => {
                facilities.stop_accrual(shariah, at, because("Insolvent")).await.map(drop)
            }
            Self::ResumeAccrual => {
                facilities.resume_accrual(shariah, at, because("Solvent")).await.map(drop)
            }
            Self::WaiveProfit => {
                facilities.waive_profit(shariah, at, because("Hardship")).await.map(drop)
            }
            Self::TransferOwnership => {
                let deed = TransferInput { document_ref: "Deed 7".to_owned(), revision: None };
                facilities.transfer_ownership(shariah, at, deed).await.map(drop)
            }
        }
    }
}

async fn settled_lease(desk: &Desk) -> String {
    let reference = desk.live(Terms::LEASE).await;
    let facilities = desk.world.service.facilities();
    let quote = facilities.settlement_quote(&desk.cashier, &reference, None).await.unwrap().quote;
    let input = settlement(&quote.total.to_string(), FIRST_DAY);
    desk.record(&reference, input).await.unwrap();
    reference
}

/// The act fails with the fault and leaves nothing; without it, it works.
async fn fails_whole(desk: &Desk, act: Act, table: &'static str) {
    let subject = act.subject(desk).await;
    let before = desk.dump().await;
    let fault = Fault::plant(&desk.world.db, table).await;
    let refused = act.attempt(desk, &subject).await;
    fault.remove().await;
    let code = refused.err().map(|error| error.code());
    assert_eq!(code, Some(Code::InternalError), "{act:?} {table}");
    assert!(desk.dump().await == before, "{act:?} has written although {table} has failed");
    act.attempt(desk, &subject).await.unwrap();
    assert!(desk.dump().await != before, "{act:?}");
}

async fn no_act_on_a_facility_outlives_a_trail_or_a_timeline_that_cannot_be_written(
    db: TestDatabase,
) {
    let desk = Desk::on(db, FIRST_DAY).await;
    for act in ACTS {
        for table in ["audit_entries", "facility_events"] {
            fails_whole(&desk, act, table).await;
        }
    }
}

async fn a_posting_that_fails_half_way_leaves_nothing(db: TestDatabase) {
    let desk = Desk::on(db, FIRST_DAY).await;
    for act in [Act::Activate, Act::Pay, Act::Reverse] {
        for table in ["journals", "journal_entries"] {
            fails_whole(&desk, act, table).await;
        }
    }
    for table in ["payments", "payment_lines"] {
        fails_whole(&desk, Act::Pay, table).await;
    }
    for table in ["profit_waivers", "profit_waiver_lines"] {
        fails_whole(&desk, Act::WaiveProfit, table).await;
    }
}

async fn the_account_map_does_not_change_without_its_trail(db: TestDatabase) {
    let desk = Desk::on(db, FIRST_DAY).await;
    assert!(desk.finance.may(Permission::CreditConfigManage));
    let maps = desk.world.service.account_map();
    let change = || AccountMapInput {
        mappings: vec![AccountMappingInput {
            product_type: ProductType::Ijarah,
            event_type: "origination".to_owned(),
            side: Side::Credit,
            gl_account: Some("vendor_payable".to_owned()),
        }],
    };
    let before = (maps.find(&desk.finance).await.unwrap(), desk.dump().await);
    let fault = Fault::plant(&desk.world.db, "audit_entries").await;
    let refused = maps.change(&desk.finance, change()).await;
    fault.remove().await;
    assert_eq!(refused.unwrap_err().code(), Code::InternalError);
    assert_eq!((maps.find(&desk.finance).await.unwrap(), desk.dump().await), before);
    maps.change(&desk.finance, change()).await.unwrap();
}
