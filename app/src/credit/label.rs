//! The labels of the credit vocabulary in the user's language, and its badges.

use leptos::prelude::*;
use shared::credit::facility::FacilityAction;
use shared::credit::journal::FacilityEventType;
use shared::credit::vocabulary::{
    AgeingBucket, AssetStatus, CreditEvent, FacilityStatus, LineStatus, ProductType,
    ScheduleMethod, Side,
};
#[cfg(feature = "ssr")]
use shared::error::{Code, FieldCode};
#[cfg(feature = "ssr")]
use shared::error::{Error, FieldError};

#[cfg(feature = "ssr")]
use crate::error::UiError;
use crate::i18n::tu_string;
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;

/// The name of a product.
pub fn product_label(i18n: Language, product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => tu_string!(i18n, credit.product.murabaha),
        ProductType::Ijarah => tu_string!(i18n, credit.product.ijarah),
        ProductType::DiminishingMusharakah => {
            tu_string!(i18n, credit.product.diminishing_musharakah)
        }
    }
}

/// A one-sentence description of a product.
pub fn product_text(i18n: Language, product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => tu_string!(i18n, credit.product.murabaha_text),
        ProductType::Ijarah => tu_string!(i18n, credit.product.ijarah_text),
        ProductType::DiminishingMusharakah => {
            tu_string!(i18n, credit.product.diminishing_musharakah_text)
        }
    }
}

/// The products, as options.
pub fn product_options(i18n: Language) -> Vec<(String, String)> {
    let option = |it: &ProductType| (it.as_str().to_owned(), product_label(i18n, *it).to_owned());
    ProductType::ALL.iter().map(option).collect()
}

/// The name of a schedule method.
pub fn method_label(i18n: Language, method: ScheduleMethod) -> &'static str {
    match method {
        ScheduleMethod::StraightLine => tu_string!(i18n, credit.method.straight_line),
        ScheduleMethod::EqualPrincipal => tu_string!(i18n, credit.method.equal_principal),
        ScheduleMethod::Level => tu_string!(i18n, credit.method.level),
    }
}

/// The name of a facility status.
pub fn status_label(i18n: Language, status: FacilityStatus) -> &'static str {
    match status {
        FacilityStatus::Draft => tu_string!(i18n, credit.status.draft),
        FacilityStatus::PendingReview => tu_string!(i18n, credit.status.pending_review),
        FacilityStatus::ShariahReview => tu_string!(i18n, credit.status.shariah_review),
        FacilityStatus::Approved => tu_string!(i18n, credit.status.approved),
        FacilityStatus::Rejected => tu_string!(i18n, credit.status.rejected),
        FacilityStatus::Withdrawn => tu_string!(i18n, credit.status.withdrawn),
        FacilityStatus::Active => tu_string!(i18n, credit.status.active),
        FacilityStatus::Overdue => tu_string!(i18n, credit.status.overdue),
        FacilityStatus::NonAccrual => tu_string!(i18n, credit.status.non_accrual),
        FacilityStatus::Settled => tu_string!(i18n, credit.status.settled),
    }
}

/// The badge of a facility's status, as shown to its customer.
pub fn customer_status_badge(i18n: Language, status: FacilityStatus) -> AnyView {
    match status {
        FacilityStatus::Overdue | FacilityStatus::NonAccrual => {
            let text = tu_string!(i18n, credit.portal.past_due);
            let (tone, icon) = (Tone::Warning, IconName::AlertTriangle);
            view! { <Badge tone icon text/> }.into_any()
        }
        FacilityStatus::Draft
        | FacilityStatus::PendingReview
        | FacilityStatus::ShariahReview
        | FacilityStatus::Approved
        | FacilityStatus::Rejected
        | FacilityStatus::Withdrawn
        | FacilityStatus::Active
        | FacilityStatus::Settled => status_badge(i18n, status),
    }
}

/// The badge of a facility's status.
pub fn status_badge(i18n: Language, status: FacilityStatus) -> AnyView {
    let (tone, icon) = match status {
        FacilityStatus::Draft => (Tone::Neutral, IconName::FileText),
        FacilityStatus::PendingReview
        | FacilityStatus::ShariahReview
        | FacilityStatus::Approved => (Tone::Accent, IconName::Clock),
        FacilityStatus::Rejected => (Tone::Danger, IconName::X),
        FacilityStatus::Withdrawn => (Tone::Neutral, IconName::X),
        FacilityStatus::Active | FacilityStatus::Settled => (Tone::Success, IconName::Check),
        FacilityStatus::Overdue => (Tone::Warning, IconName::AlertTriangle),
        FacilityStatus::NonAccrual => (Tone::Danger, IconName::AlertTriangle),
    };
    view! { <Badge tone icon text=status_label(i18n, status)/> }.into_any()
}

/// The name of an asset status.
pub fn asset_label(i18n: Language, status: AssetStatus) -> &'static str {
    match status {
        AssetStatus::None => tu_string!(i18n, credit.asset.none),
        AssetStatus::OwnedByProvider => tu_string!(i18n, credit.asset.owned_by_provider),
        AssetStatus::CoOwned => tu_string!(i18n, credit.asset.co_owned),
        AssetStatus::Sold => tu_string!(i18n, credit.asset.sold),
        AssetStatus::Transferred => tu_string!(i18n, credit.asset.transferred),
    }
}

/// The name of an instalment status.
pub fn line_label(i18n: Language, status: LineStatus) -> &'static str {
    match status {
        LineStatus::Pending => tu_string!(i18n, credit.line.pending),
        LineStatus::Partial => tu_string!(i18n, credit.line.partial),
        LineStatus::Overdue => tu_string!(i18n, credit.line.overdue),
        LineStatus::Paid => tu_string!(i18n, credit.line.paid),
        LineStatus::Waived => tu_string!(i18n, credit.line.waived),
    }
}

/// The tone of an instalment status.
pub const fn line_tone(status: LineStatus) -> Tone {
    match status {
        LineStatus::Pending | LineStatus::Waived => Tone::Neutral,
        LineStatus::Partial => Tone::Accent,
        LineStatus::Overdue => Tone::Danger,
        LineStatus::Paid => Tone::Success,
    }
}

/// The badge of an instalment status.
pub fn line_badge(i18n: Language, status: LineStatus) -> AnyView {
    let icon = match status {
        LineStatus::Pending => IconName::Calendar,
        LineStatus::Partial => IconName::Clock,
        LineStatus::Overdue => IconName::AlertTriangle,
        LineStatus::Paid => IconName::Check,
        LineStatus::Waived => IconName::X,
    };
    view! { <Badge tone=line_tone(status) icon text=line_label(i18n, status)/> }.into_any()
}

/// The name of an event in the ledger.
pub fn event_label(i18n: Language, event: CreditEvent) -> &'static str {
    match event {
        CreditEvent::Origination => tu_string!(i18n, credit.event.origination),
        CreditEvent::ProfitDeferral => tu_string!(i18n, credit.event.profit_deferral),
        CreditEvent::InstallmentPrincipal => tu_string!(i18n, credit.event.installment_principal),
        CreditEvent::InstallmentProfit => tu_string!(i18n, credit.event.installment_profit),
        CreditEvent::InstallmentProfitCollection => {
            tu_string!(i18n, credit.event.installment_profit_collection)
        }
        CreditEvent::ProfitRecognition => tu_string!(i18n, credit.event.profit_recognition),
        CreditEvent::ExtraPayment => tu_string!(i18n, credit.event.extra_payment),
        CreditEvent::EarlySettlementPrincipal => {
            tu_string!(i18n, credit.event.early_settlement_principal)
        }
        CreditEvent::EarlySettlementProfit => {
            tu_string!(i18n, credit.event.early_settlement_profit)
        }
        CreditEvent::EarlySettlementProfitCollection => {
            tu_string!(i18n, credit.event.early_settlement_profit_collection)
        }
        CreditEvent::NonAccrualReceipt => tu_string!(i18n, credit.event.non_accrual_receipt),
    }
}

/// The label of an entry of the account map, which errors name `murabaha/origination/debit`.
pub fn place_label(i18n: Language, place: &str) -> Option<String> {
    let mut parts = place.split('/');
    let (product, event, side) = (parts.next()?, parts.next()?, parts.next()?);
    let product = product_label(i18n, product.parse().ok()?);
    let event = event_label(i18n, event.parse().ok()?);
    let side = side_label(i18n, side.parse().ok()?);
    Some([product, event, side].join(" · "))
}

/// Adds the labels of account map entries to an error about unmapped accounts.
#[cfg(feature = "ssr")]
pub fn with_places(i18n: Language, error: UiError) -> UiError {
    if error.code() != Code::AccountUnmapped {
        return error;
    }
    let places = error.fields().iter().map(|it| {
        let text = place_label(i18n, &it.field).unwrap_or_else(|| it.field.clone());
        FieldError::new(
            it.field.as_str(),
            FieldCode::Missing,
            tu_string!(i18n, credit.unmapped, place = text),
        )
    });
    UiError(Error::unprocessable(error.code(), error.message(), places.collect()))
}

/// Adds the labels of entries such as `murabaha.origination.debit` to an error of the account map
/// form.
#[cfg(feature = "ssr")]
pub fn with_form_places(i18n: Language, error: UiError) -> UiError {
    if error.fields().is_empty() {
        return error;
    }
    let details = error.fields().iter().map(|detail| {
        let text = crate::error::words::field_message(detail);
        match place_label(i18n, &detail.field.replace('.', "/")) {
            Some(place) => FieldError::new(
                detail.field.as_str(),
                FieldCode::Missing,
                format!("{place}: {text}"),
            ),
            None => detail.clone(),
        }
    });
    UiError(Error::invalid_with(error.code(), error.message(), details.collect()))
}

/// The name of a side of the ledger.
pub fn side_label(i18n: Language, side: Side) -> &'static str {
    match side {
        Side::Debit => tu_string!(i18n, credit.side.debit),
        Side::Credit => tu_string!(i18n, credit.side.credit),
    }
}

/// The name of an ageing bucket.
pub fn bucket_label(i18n: Language, bucket: AgeingBucket) -> &'static str {
    match bucket {
        AgeingBucket::Current => tu_string!(i18n, credit.bucket.current),
        AgeingBucket::Days1To30 => tu_string!(i18n, credit.bucket.days_1_30),
        AgeingBucket::Days31To60 => tu_string!(i18n, credit.bucket.days_31_60),
        AgeingBucket::Days61To90 => tu_string!(i18n, credit.bucket.days_61_90),
        AgeingBucket::Days91To180 => tu_string!(i18n, credit.bucket.days_91_180),
        AgeingBucket::Days181To365 => tu_string!(i18n, credit.bucket.days_181_365),
        AgeingBucket::Over365 => tu_string!(i18n, credit.bucket.over_365),
    }
}

/// The name, the icon and the tone of an event in the timeline.
pub fn timeline_event_label(
    i18n: Language,
    event: FacilityEventType,
) -> (&'static str, IconName, Tone) {
    use FacilityEventType as E;
    use IconName as I;
    match event {
        E::Created => (tu_string!(i18n, credit.timeline_event.created), I::Plus, Tone::Neutral),
        E::Submitted => (tu_string!(i18n, credit.timeline_event.submitted), I::Send, Tone::Accent),
        E::Reviewed => (tu_string!(i18n, credit.timeline_event.reviewed), I::Check, Tone::Accent),
        E::ShariahApproved => {
            (tu_string!(i18n, credit.timeline_event.shariah_approved), I::Check, Tone::Success)
        }
        E::Rejected => (tu_string!(i18n, credit.timeline_event.rejected), I::X, Tone::Danger),
        E::Withdrawn => (tu_string!(i18n, credit.timeline_event.withdrawn), I::X, Tone::Neutral),
        E::AssetOwned => {
            (tu_string!(i18n, credit.timeline_event.asset_owned), I::Key, Tone::Accent)
        }
        E::Activated => {
            (tu_string!(i18n, credit.timeline_event.activated), I::Check, Tone::Success)
        }
        E::PaymentReceived => {
            (tu_string!(i18n, credit.timeline_event.payment_received), I::ArrowDown, Tone::Success)
        }
        E::PaymentReversed => {
            (tu_string!(i18n, credit.timeline_event.payment_reversed), I::History, Tone::Warning)
        }
        E::BecameOverdue => (
            tu_string!(i18n, credit.timeline_event.became_overdue),
            I::AlertTriangle,
            Tone::Warning,
        ),
        E::ArrearsCleared => {
            (tu_string!(i18n, credit.timeline_event.arrears_cleared), I::Check, Tone::Success)
        }
        E::NonAccrual => {
            (tu_string!(i18n, credit.timeline_event.non_accrual), I::AlertTriangle, Tone::Danger)
        }
        E::AccrualResumed => {
            (tu_string!(i18n, credit.timeline_event.accrual_resumed), I::Check, Tone::Success)
        }
        E::Settled => {
            (tu_string!(i18n, credit.timeline_event.settled), I::CheckCircle, Tone::Success)
        }
        E::OwnershipTransferred => {
            (tu_string!(i18n, credit.timeline_event.ownership_transferred), I::Key, Tone::Success)
        }
        E::OwnershipReturned => {
            (tu_string!(i18n, credit.timeline_event.ownership_returned), I::History, Tone::Warning)
        }
        E::ProfitWaived => {
            (tu_string!(i18n, credit.timeline_event.profit_waived), I::CheckCircle, Tone::Warning)
        }
        E::ProfitWaiverReversed => (
            tu_string!(i18n, credit.timeline_event.profit_waiver_reversed),
            I::History,
            Tone::Warning,
        ),
    }
}

/// The button text of an action.
pub fn action_label(i18n: Language, action: FacilityAction) -> &'static str {
    match action {
        FacilityAction::Review => tu_string!(i18n, credit.action.review),
        FacilityAction::Approve => tu_string!(i18n, credit.action.approve),
        FacilityAction::Reject => tu_string!(i18n, credit.action.reject),
        FacilityAction::Withdraw => tu_string!(i18n, credit.action.withdraw),
        FacilityAction::AssetOwned => tu_string!(i18n, credit.action.asset_owned),
        FacilityAction::Activate => tu_string!(i18n, credit.action.activate),
        FacilityAction::RecordPayment => tu_string!(i18n, credit.action.record_payment),
        FacilityAction::ReversePayment => tu_string!(i18n, credit.action.reverse_payment),
        FacilityAction::Overdue => tu_string!(i18n, credit.action.overdue),
        FacilityAction::NonAccrual => tu_string!(i18n, credit.action.non_accrual),
        FacilityAction::ResumeAccrual => tu_string!(i18n, credit.action.resume_accrual),
        FacilityAction::WaiveProfit => tu_string!(i18n, credit.action.waive_profit),
        FacilityAction::TransferOwnership => {
            tu_string!(i18n, credit.action.transfer_ownership)
        }
    }
}
