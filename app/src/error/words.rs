//! Texts for error codes, in both languages.

use shared::error::{Accepted, Code, FieldCode, FieldError};

use crate::i18n::{Locale, td_string};
use crate::language::spoken;
use crate::ui::date::short_date_in;
use crate::ui::digits::figure_in;
use crate::ui::money::accepted_money;

/// An error as the page script receives it.
#[cfg(feature = "ssr")]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Words {
    pub title: &'static str,
    /// The problem and its remedy; empty if a field states it.
    pub text: String,
    /// The path and the message of each invalid field.
    pub fields: Vec<(String, String)>,
    /// True if there is no valid session.
    pub is_signed_out: bool,
}

/// The message of the service on English pages, else the text of the code.
pub fn message(code: Code, message: &str) -> String {
    match spoken() {
        Locale::English => message.to_owned(),
        locale @ Locale::Arabic => code_text(locale, code).to_owned(),
    }
}

/// The text of a code.
pub fn code_words(code: Code) -> &'static str {
    code_text(spoken(), code)
}

pub fn field_message(error: &FieldError) -> String {
    field_message_in(spoken(), error)
}

fn field_message_in(locale: Locale, error: &FieldError) -> String {
    let text = fault_text(locale, error);
    match error.line {
        Some(line) => {
            let label = td_string!(locale, error.field.line);
            format!("{label} {}: {text}", figure_in(locale, &line.to_string()))
        }
        None => text,
    }
}

fn fault_text(locale: Locale, error: &FieldError) -> String {
    if let Some(accepted) = error.accepted {
        return accepted_text(locale, accepted);
    }
    let text = match locale {
        Locale::English => None,
        Locale::Arabic => field_text(locale, error.code),
    };
    text.map_or_else(|| error.message.clone(), str::to_owned)
}

/// The accepted amount or date of a field error, formatted for the locale.
fn accepted_text(locale: Locale, accepted: Accepted) -> String {
    let (label, value) = match accepted {
        Accepted::AtMost(most) => {
            (td_string!(locale, error.field.at_most), accepted_money(locale, most))
        }
        Accepted::Exactly(amount) => {
            (td_string!(locale, error.field.exactly), accepted_money(locale, amount))
        }
        Accepted::Settles(amount) => {
            (td_string!(locale, error.field.settles), accepted_money(locale, amount))
        }
        Accepted::From(day) => {
            (td_string!(locale, error.field.from_day), short_date_in(locale, day))
        }
        Accepted::Until(day) => {
            (td_string!(locale, error.field.until_day), short_date_in(locale, day))
        }
    };
    format!("{label}: {value}")
}

pub fn code_text(locale: Locale, code: Code) -> &'static str {
    match code {
        Code::AccountUnmapped => td_string!(locale, error.code.account_unmapped),
        Code::AlreadyInProgress => td_string!(locale, error.code.already_in_progress),
        Code::AmountNotAccepted => td_string!(locale, error.code.amount_not_accepted),
        Code::ConfirmationRequired => td_string!(locale, error.code.confirmation_required),
        Code::EmailTaken => td_string!(locale, error.code.email_taken),
        Code::FallbackTemplate => td_string!(locale, error.code.fallback_template),
        Code::Forbidden => td_string!(locale, error.forbidden),
        Code::Incomplete => td_string!(locale, error.incomplete),
        Code::InsufficientBalance => td_string!(locale, error.code.insufficient_balance),
        Code::InternalError => td_string!(locale, error.internal),
        Code::InvalidCredentials => td_string!(locale, login.invalid),
        Code::InvalidCurrentPassword => td_string!(locale, password.wrong_current),
        Code::InvalidMfaCode | Code::InvalidPreAuthToken => td_string!(locale, mfa.wrong),
        Code::InvalidWeights => td_string!(locale, error.code.invalid_weights),
        Code::JobRunning => td_string!(locale, error.code.job_running),
        Code::LeaveOverlap => td_string!(locale, error.code.leave_overlap),
        Code::MakerChecker => td_string!(locale, error.code.maker_checker),
        Code::MfaAlreadyEnabled => td_string!(locale, error.code.mfa_already_enabled),
        Code::MfaEnrollmentRequired => td_string!(locale, mfa.required),
        Code::MfaLocked => td_string!(locale, mfa.locked_text),
        Code::MfaNotEnabled => td_string!(locale, error.code.mfa_not_enabled),
        Code::MfaNotPending | Code::MfaSetupExpired => {
            td_string!(locale, error.code.mfa_setup_expired)
        }
        Code::NoReviewer => td_string!(locale, error.code.no_reviewer),
        Code::NoTemplate => td_string!(locale, error.code.no_template),
        Code::NotFound => td_string!(locale, error.not_found),
        Code::NotYourDesk => td_string!(locale, error.not_your_desk),
        Code::OutcomeNotAllowed => td_string!(locale, error.code.outcome_not_allowed),
        Code::OutcomeRequired => td_string!(locale, appraisal.finalize.outcome_required),
        Code::PasswordChangeRequired => td_string!(locale, error.code.password_change_required),
        Code::PayloadTooLarge => td_string!(locale, error.code.payload_too_large),
        Code::PaymentOutOfOrder => td_string!(locale, error.code.payment_out_of_order),
        Code::PeriodClosed => td_string!(locale, error.code.period_closed),
        Code::PortalAccountExists => td_string!(locale, error.code.portal_account_exists),
        Code::RateLimited => td_string!(locale, error.rate_limited),
        Code::ReauthenticationFailed => td_string!(locale, error.code.reauthentication_failed),
        Code::ReviewerBlocked => td_string!(locale, error.code.reviewer_blocked),
        Code::RoleKeyTaken | Code::StaffNumberTaken | Code::TemplateNameTaken => {
            td_string!(locale, error.code.taken)
        }
        Code::SameAccount => td_string!(locale, error.code.same_account),
        Code::SelfFinalize => td_string!(locale, appraisal.act.self_finalize),
        Code::ServiceUnavailable => td_string!(locale, error.unavailable),
        Code::StaffBlocked => td_string!(locale, error.code.staff_blocked),
        Code::StaleRevision => td_string!(locale, error.code.stale_revision),
        Code::StartDateInFuture => td_string!(locale, error.code.start_date_in_future),
        Code::TemplateArchived => td_string!(locale, error.code.template_archived),
        Code::Unauthenticated => td_string!(locale, error.unauthenticated),
        Code::ValidationFailed => td_string!(locale, error.code.validation_failed),
        Code::Vr001 => td_string!(locale, error.code.vr_001),
        Code::WrongStage => td_string!(locale, error.wrong_stage),
        Code::WrongState => td_string!(locale, error.code.wrong_state),
        Code::YearNotOver => td_string!(locale, error.code.year_not_over),
        // No page sends requests that fail with these codes.
        Code::CrossSiteRejected
        | Code::IdempotencyKeyReused
        | Code::MalformedJson
        | Code::MethodNotAllowed
        | Code::UnsupportedMediaType => td_string!(locale, error.refused),
    }
}

/// The text of a field code. None for `Missing`, whose message is the label of the missing item and
/// already translated.
pub fn field_text(locale: Locale, code: FieldCode) -> Option<&'static str> {
    Some(match code {
        FieldCode::Missing => return None,
        FieldCode::Archived => td_string!(locale, error.code.template_archived),
        FieldCode::BeforeStart => td_string!(locale, error.field.before_start),
        FieldCode::Cycle => td_string!(locale, error.field.cycle),
        FieldCode::Different => td_string!(locale, error.field.different),
        FieldCode::Disagrees => td_string!(locale, error.field.disagrees),
        FieldCode::Duplicate | FieldCode::NameTaken => td_string!(locale, error.field.duplicate),
        FieldCode::EmailTaken => td_string!(locale, error.code.email_taken),
        FieldCode::Forbidden => td_string!(locale, error.forbidden),
        FieldCode::InFuture => td_string!(locale, error.field.in_future),
        FieldCode::Invalid | FieldCode::InvalidType => td_string!(locale, error.field.invalid),
        FieldCode::LockedOut => td_string!(locale, error.field.locked_out),
        FieldCode::NoWorkingDay => td_string!(locale, error.field.no_working_day),
        FieldCode::NotAllowed => td_string!(locale, error.field.not_allowed),
        FieldCode::NotFound | FieldCode::Unknown => td_string!(locale, error.field.not_found),
        FieldCode::NotPositive => td_string!(locale, error.field.not_positive),
        FieldCode::NotPossible => td_string!(locale, error.field.not_possible),
        FieldCode::OutOfRange => td_string!(locale, error.field.out_of_range),
        FieldCode::PasswordCommon => td_string!(locale, password.common),
        FieldCode::PasswordContext => td_string!(locale, password.context),
        FieldCode::PasswordTooLong => td_string!(locale, password.too_long),
        FieldCode::PasswordTooShort => td_string!(locale, password.too_short),
        FieldCode::PasswordUnchanged => td_string!(locale, password.unchanged),
        FieldCode::QuotationMark => td_string!(locale, error.field.quotation_mark),
        FieldCode::Required => td_string!(locale, error.field.required),
        FieldCode::RoleKeyTaken | FieldCode::StaffNumberTaken => {
            td_string!(locale, error.code.taken)
        }
        FieldCode::SameAccount => td_string!(locale, error.code.same_account),
        FieldCode::Settles => td_string!(locale, error.code.amount_not_accepted),
        FieldCode::Sum => td_string!(locale, error.code.invalid_weights),
        FieldCode::TooLarge => td_string!(locale, error.field.too_large),
        FieldCode::TooLong => td_string!(locale, error.field.too_long),
        FieldCode::TooMany => td_string!(locale, error.field.too_many),
        FieldCode::TooManyCells => td_string!(locale, error.field.too_many_cells),
        FieldCode::TooPrecise => td_string!(locale, error.field.too_precise),
        FieldCode::Unmapped => td_string!(locale, error.field.unmapped),
        FieldCode::UnsupportedEncoding => td_string!(locale, error.field.encoding),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_that_would_be_taken_is_named_in_arabic_too() {
        let amount = "9166.6666".parse().unwrap();
        for (accepted, text) in [
            (Accepted::AtMost(amount), "الحد الأقصى: ٩٬١٦٦٫٦٦٦٦"),
            (Accepted::Exactly(amount), "المبلغ المقبول: ٩٬١٦٦٫٦٦٦٦"),
            (Accepted::Settles(amount), "مبلغ السداد الكامل: ٩٬١٦٦٫٦٦٦٦"),
        ] {
            assert_eq!(
                field_message_in(Locale::Arabic, &FieldError::accepting("amount", accepted)),
                text
            );
        }
        let error = FieldError::new("amount", FieldCode::Required, "Give an amount.");
        assert_eq!(field_message_in(Locale::Arabic, &error), "مطلوب.");
    }

    #[test]
    fn amounts_and_days_have_the_format_of_the_page() {
        let accepted = Accepted::AtMost("107000".parse().unwrap());
        assert_eq!(
            field_message_in(Locale::English, &FieldError::accepting("amount", accepted)),
            "Maximum: 107,000.0000"
        );
        let until = Accepted::Until("2026-11-25".parse().unwrap());
        let error = FieldError::accepting("paymentDate", until);
        assert_eq!(field_message_in(Locale::English, &error), "Latest date: 25 Nov 2026");
        assert_eq!(field_message_in(Locale::Arabic, &error), "آخر تاريخ مقبول: ٢٥ نوفمبر ٢٠٢٦");
    }

    #[test]
    fn a_fault_of_a_table_names_its_line_in_both_languages() {
        let error = FieldError::new("csv", FieldCode::Duplicate, "Duplicate account.").on_line(12);
        assert_eq!(field_message_in(Locale::English, &error), "Line 12: Duplicate account.");
        let text = field_message_in(Locale::Arabic, &error);
        assert!(text.starts_with("السطر ١٢: ") && !text.contains("Duplicate"), "{text}");
    }

    #[test]
    fn every_code_speaks_arabic() {
        for code in Code::ALL {
            let text = code_text(Locale::Arabic, *code);
            assert!(!text.bytes().all(|byte| byte.is_ascii()), "{code}");
        }
        for code in FieldCode::ALL {
            let text = field_text(Locale::Arabic, *code);
            assert_eq!(text.is_none(), *code == FieldCode::Missing, "{code}");
            assert!(text.is_none_or(|text| !text.is_ascii()), "{code}");
        }
    }
}
