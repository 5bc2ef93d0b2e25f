//! Previews of activation, payment and reversal.

use database::on_both;
use database::test_support::TestDatabase;
use futures::future::{join, join_all};
use serde_json::{Value, json};
use service::Caller;
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::facility::RevisionInput;
use shared::credit::journal::{Journal, JournalLine};
use shared::credit::payment::{PaymentInput, ReasonInput};
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, ProductType};
use shared::error::{Code, Result};
use shared::id::PaymentId;

use super::actions::{Action, FIRST_DAY, POSTING, Subject};
use crate::credit_desk::{CreditDesk, Terms, because, date, pair, receipt, settlement};

on_both!(
    a_preview_shows_what_is_then_posted_and_writes_nothing,
    a_preview_in_gross_books_shows_what_is_then_posted,
    a_preview_shows_an_extra_payment,
    a_preview_leaves_the_idempotency_key_unused,
    an_activation_is_refused_in_its_preview_for_the_same_reason,
    a_payment_is_refused_in_its_preview_for_the_same_reason,
    a_reversal_is_refused_in_its_preview_for_the_same_reason,
    previews_at_once_do_not_disturb_a_payment,
);

/// An action as it is sent, to be previewed or carried out.
enum Request<'a> {
    Activate(RevisionInput),
    Pay(PaymentInput),
    Reverse(PaymentId, &'a ReasonInput),
}

impl Request<'_> {
    async fn preview(&self, desk: &CreditDesk, by: &Caller, at: &str) -> Result<Value> {
        let service = &desk.world.service;
        match self {
            Self::Activate(seen) => {
                value(service.facilities().preview_activation(by, at, *seen).await)
            }
            Self::Pay(input) => value(service.payments().preview(by, at, input.clone()).await),
            Self::Reverse(id, reason) => {
                let reason = (*reason).clone();
                value(service.payments().preview_reversal(by, at, *id, reason).await)
            }
        }
    }

    async fn carry_out(&self, desk: &CreditDesk, by: &Caller, at: &str) -> Result<Value> {
        let service = &desk.world.service;
        match self {
            Self::Activate(seen) => value(service.facilities().activate(by, at, *seen).await),
            Self::Pay(input) => value(service.payments().record(by, at, input.clone()).await),
            Self::Reverse(id, reason) => {
                value(service.payments().reverse(by, at, *id, (*reason).clone()).await)
            }
        }
    }
}

fn value<T: serde::Serialize>(response: Result<T>) -> Result<Value> {
    response.map(|it| serde_json::to_value(it).unwrap())
}

/// The request that such an action sends.
fn request<'a>(action: Action, subject: &Subject, reason: &'a ReasonInput) -> Request<'a> {
    match action {
        Action::Activate => Request::Activate(RevisionInput::default()),
        Action::Pay | Action::PayOnNonAccrual => Request::Pay(receipt("20", FIRST_DAY)),
        Action::Settle | Action::BuyLastUnit => Request::Pay(settlement(&subject.total, FIRST_DAY)),
        Action::Reverse | Action::ReverseWaived | Action::ReverseTransferred => {
            Request::Reverse(subject.payment.unwrap(), reason)
        }
        _ => panic!("{action:?} has no preview"),
    }
}

/// Previews the request, which writes nothing, carries it out, and compares.
async fn agrees(desk: &CreditDesk, request: &Request<'_>, by: &Caller, at: &str) -> Value {
    let facilities = desk.world.service.facilities();
    let (rows, counts) = (desk.dump().await, desk.row_counts().await);
    let earlier = facilities.journals(by, at).await.unwrap();
    let seen = request.preview(desk, by, at).await.unwrap();
    assert!(desk.dump().await == rows, "the preview has written");
    assert_eq!(desk.row_counts().await, counts);

    let done = request.carry_out(desk, by, at).await.unwrap();
    let journals = facilities.journals(by, at).await.unwrap();
    let posted = posted(journals, &earlier);
    assert!(!posted.is_empty());
    assert_eq!(seen["journal"], json!({ "lines": posted }));
    let mut facility = serde_json::to_value(facilities.find(by, at).await.unwrap()).unwrap();
    if let Request::Activate(_) = request {
        assert_eq!(seen["facility"]["originationJournalId"], Value::Null);
        facility["originationJournalId"] = Value::Null;
    }
    assert_eq!(seen["facility"], facility);
    assert_eq!(seen["appliedTo"], done["appliedTo"]);
    if let Request::Pay(_) = request {
        for member in seen.as_object().unwrap().keys() {
            if !["journal", "facility", "backDated"].contains(&&**member) {
                assert_eq!(seen[member], done[member], "{member}");
            }
        }
    }
    seen
}

/// The legs of the journals that were not there earlier, in the order of posting.
fn posted(journals: Vec<Journal>, earlier: &[Journal]) -> Vec<JournalLine> {
    let is_new = |it: &Journal| earlier.iter().all(|earlier| earlier.id != it.id);
    let mut new: Vec<_> = journals.into_iter().filter(is_new).collect();
    new.sort_by_key(|it| it.id.0);
    new.into_iter().flat_map(|it| it.lines).collect()
}

async fn every_act_agrees(desk: &CreditDesk) {
    let reason = because("Bounced");
    for action in POSTING {
        let subject = action.subject(desk).await;
        let request = request(action, &subject, &reason);
        agrees(desk, &request, &action.by(desk, None), &subject.reference).await;
    }
}

async fn a_preview_shows_what_is_then_posted_and_writes_nothing(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    every_act_agrees(&desk).await;
}

async fn a_preview_in_gross_books_shows_what_is_then_posted(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    desk.show_gross().await;
    every_act_agrees(&desk).await;
    // The contra journals of the payment and of the waiver that followed it.
    let reason = because("Bounced");
    let subject = Action::ReverseWaived.subject(&desk).await;
    let request = request(Action::ReverseWaived, &subject, &reason);
    let seen = request.preview(&desk, &desk.shariah, &subject.reference).await.unwrap();
    let events = seen["journal"]["lines"].as_array().unwrap().iter();
    let events: Vec<_> = events.map(|line| line["eventType"].as_str().unwrap()).collect();
    assert_eq!(events.first(), Some(&"non_accrual_receipt"), "{events:?}");
    assert_eq!(events.last(), Some(&"profit_deferral"), "{events:?}");

    let approved = desk.reach(ProductType::Murabaha, FacilityStatus::Approved).await;
    desk.perform("asset_owned", &desk.shariah, &approved).await.unwrap();
    let request = Request::Activate(RevisionInput::default());
    let seen = agrees(&desk, &request, &desk.shariah, &approved).await;
    assert_eq!(seen["journal"]["lines"].as_array().unwrap().len(), 4);
    assert_eq!(seen["facility"]["status"], "active");
}

async fn a_preview_shows_an_extra_payment(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let lease = desk.live(Terms::LEASE).await;
    desk.go_to("2026-02-28");
    for amount in ["3000", "6000"] {
        let request = Request::Pay(receipt(amount, "2026-02-28"));
        let seen = agrees(&desk, &request, &desk.cashier, &lease).await;
        assert_eq!(seen["extraPayment"], amount == "6000");
    }
}

async fn a_preview_leaves_the_idempotency_key_unused(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let reason = because("Bounced");
    for action in [Action::Activate, Action::Pay, Action::Reverse] {
        let subject = action.subject(&desk).await;
        let by = action.by(&desk, Some("till 7, slip 12"));
        let request = request(action, &subject, &reason);
        agrees(&desk, &request, &by, &subject.reference).await;
    }
}

/// The preview and the action are refused with the same error, and write nothing.
async fn refused(desk: &CreditDesk, request: &Request<'_>, by: &Caller, at: &str, expected: Code) {
    let (rows, counts) = (desk.dump().await, desk.row_counts().await);
    let previewed = request.preview(desk, by, at).await.unwrap_err();
    assert_eq!(previewed.code(), expected);
    assert_eq!(previewed, request.carry_out(desk, by, at).await.unwrap_err());
    assert!(desk.dump().await == rows, "{expected:?} has written");
    assert_eq!(desk.row_counts().await, counts);
}

/// The refusals of every action with a preview: by permission, organization, reference, revision
/// and closed period.
async fn is_refused_like_any(
    desk: &CreditDesk,
    request: impl Fn(Option<i64>) -> Request<'static>,
    by: &Caller,
    at: &str,
) {
    let others = [&desk.officer, &desk.reviewer, &desk.finance, &desk.cashier, &desk.shariah];
    for other in others.into_iter().filter(|it| it.staff() != by.staff()) {
        refused(desk, &request(None), other, at, Code::Forbidden).await;
    }
    let foreign = &desk.world.foreign_admin;
    refused(desk, &request(None), foreign, at, Code::NotFound).await;
    refused(desk, &request(None), by, "CF-20260101-0000", Code::NotFound).await;
    let stale = desk.find(at).await.revision - 1;
    refused(desk, &request(Some(stale)), by, at, Code::StaleRevision).await;
    let periods = desk.world.service.closed_periods();
    let close = |day: Option<&str>| ClosedPeriod { closed_through: day.map(date) };
    periods.change(&desk.world.admin, close(Some(FIRST_DAY))).await.unwrap();
    refused(desk, &request(None), by, at, Code::PeriodClosed).await;
    periods.change(&desk.world.admin, close(None)).await.unwrap();
}

async fn an_activation_is_refused_in_its_preview_for_the_same_reason(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let (by, activate) = (&desk.shariah, |revision| Request::Activate(RevisionInput { revision }));
    let draft = desk.draft(ProductType::Ijarah).await;
    refused(&desk, &activate(None), by, &draft, Code::WrongState).await;
    let approved = desk.reach(ProductType::Ijarah, FacilityStatus::Approved).await;
    refused(&desk, &activate(None), by, &approved, Code::Vr001).await;
    desk.perform("asset_owned", by, &approved).await.unwrap();
    is_refused_like_any(&desk, activate, by, &approved).await;
    desk.map_places(&pair(ProductType::Ijarah, CreditEvent::Origination), None).await;
    refused(&desk, &activate(None), by, &approved, Code::AccountUnmapped).await;
}

async fn a_payment_is_refused_in_its_preview_for_the_same_reason(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let (by, lease) = (&desk.cashier, desk.live(Terms::LEASE).await);
    let pay = |revision| Request::Pay(PaymentInput { revision, ..receipt("100", FIRST_DAY) });
    is_refused_like_any(&desk, pay, by, &lease).await;
    let draft = desk.draft(ProductType::Ijarah).await;
    refused(&desk, &pay(None), by, &draft, Code::WrongState).await;
    desk.go_to("2026-03-10");
    for (input, expected) in [
        (receipt("0", "2026-03-10"), Code::ValidationFailed),
        (receipt("1", "2026-03-11"), Code::ValidationFailed),
        (receipt("1", "2026-01-30"), Code::ValidationFailed),
        (receipt("99999", "2026-03-10"), Code::AmountNotAccepted),
        (settlement("9900", "2026-03-10"), Code::AmountNotAccepted),
        (settlement("10000", FIRST_DAY), Code::Forbidden),
    ] {
        refused(&desk, &Request::Pay(input), by, &lease, expected).await;
    }
    desk.pay(&lease, "100", "2026-02-05").await.unwrap();
    let earlier = Request::Pay(receipt("1", "2026-02-04"));
    refused(&desk, &earlier, by, &lease, Code::PaymentOutOfOrder).await;
    desk.map_places(&pair(ProductType::Ijarah, CreditEvent::InstallmentPrincipal), None).await;
    let unmapped = Request::Pay(receipt("3000", "2026-03-10"));
    refused(&desk, &unmapped, by, &lease, Code::AccountUnmapped).await;
}

async fn a_reversal_is_refused_in_its_preview_for_the_same_reason(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let (by, lease) = (&desk.shariah, desk.live(Terms::LEASE).await);
    let first = desk.pay(&lease, "100", FIRST_DAY).await.unwrap().payment_id;
    let latest = desk.pay(&lease, "200", FIRST_DAY).await.unwrap().payment_id;
    let reverse = move |revision| {
        let reason = ReasonInput { revision, ..because("Bounced") };
        Request::Reverse(latest, Box::leak(Box::new(reason)))
    };
    is_refused_like_any(&desk, reverse, by, &lease).await;
    let (blank, reason) = (because(" "), because("Bounced"));
    let of = |id, reason| Request::Reverse(id, reason);
    refused(&desk, &of(latest, &blank), by, &lease, Code::ValidationFailed).await;
    refused(&desk, &of(first, &reason), by, &lease, Code::WrongState).await;
    let other = desk.live(Terms::LEASE).await;
    desk.pay(&other, "100", FIRST_DAY).await.unwrap();
    refused(&desk, &of(latest, &reason), by, &other, Code::NotFound).await;
    of(latest, &reason).carry_out(&desk, by, &lease).await.unwrap();
    refused(&desk, &of(latest, &reason), by, &lease, Code::WrongState).await;
}

async fn previews_at_once_do_not_disturb_a_payment(db: TestDatabase) {
    let desk = CreditDesk::on(db, FIRST_DAY).await;
    let small = desk.live(Terms::SMALL).await;
    let preview = async || {
        let request = Request::Pay(receipt("20", FIRST_DAY));
        request.preview(&desk, &desk.cashier, &small).await.unwrap()
    };
    let before = preview().await;
    let previews = join_all((0..8).map(|_| preview()));
    let (seen, paid) = join(previews, desk.pay(&small, "20", FIRST_DAY)).await;
    paid.unwrap();
    let after = preview().await;
    assert_ne!(after, before);
    assert!(seen.iter().all(|it| *it == before || *it == after), "{seen:?}");
    let page = shared::page::PageRequest::default();
    let payments = desk.world.service.payments().list(&desk.cashier, &small, page).await;
    assert_eq!(payments.unwrap().data.len(), 1);
}
