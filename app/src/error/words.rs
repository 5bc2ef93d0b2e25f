//! Errors in a language that the service does not write, by their codes.

use shared::credit::servicing::AmountAsked;
use shared::error::{Code, FieldError};

use crate::i18n::{Locale, td_string};
use crate::language::spoken;
use crate::ui::money::money_in;
use crate::ui::time::short_date_in;

/// An error as a page shows it.
#[cfg(feature = "ssr")]
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Words {
    /// The title.
    pub title: &'static str,
    /// The fault and its remedy, unless a field states it.
    pub text: String,
    /// The path of each field that is wrong, and what is wrong with it.
    pub fields: Vec<(String, String)>,
    /// True when the session has ended.
    pub is_signed_out: bool,
}

/// The service's sentence, or what its code means where the page is not English.
pub fn message(code: Code, message: &str) -> String {
    match spoken() {
        Locale::English => message.to_owned(),
        locale @ Locale::Arabic => code_text(locale, code).to_owned(),
    }
}

/// The message of a field error.
pub fn field_message(error: &FieldError) -> String {
    field_message_in(spoken(), error)
}

fn field_message_in(locale: Locale, error: &FieldError) -> String {
    if let Some((label, value)) = bound(locale, error) {
        return format!("{label}: {value}");
    }
    match locale {
        Locale::English => error.message.clone(),
        Locale::Arabic => {
            let text = field_text(locale, &error.code);
            text.map_or_else(|| error.message.clone(), str::to_owned)
        }
    }
}

/// The amount or the day that would be accepted, in the format of the page.
fn bound(locale: Locale, error: &FieldError) -> Option<(&'static str, String)> {
    match AmountAsked::of(error) {
        Some(AmountAsked::AtMost(most)) => {
            return Some((td_string!(locale, error.field.at_most), money_in(locale, most)));
        }
        Some(AmountAsked::Exactly(amount)) => {
            return Some((td_string!(locale, error.field.exactly), money_in(locale, amount)));
        }
        Some(AmountAsked::Settlement(amount)) => {
            return Some((td_string!(locale, error.field.settles), money_in(locale, amount)));
        }
        None => {}
    }
    let day = |name| {
        let day = error.params.get(name)?.parse().ok()?;
        Some(short_date_in(locale, day))
    };
    let from = || Some((td_string!(locale, error.field.from_day), day("from")?));
    let until = || Some((td_string!(locale, error.field.until_day), day("until")?));
    from().or_else(until)
}

/// The message of an error code; none for an unknown code.
pub fn code_message(code: &str) -> Option<&'static str> {
    Some(code_text(spoken(), code.parse().ok()?))
}

fn code_text(locale: Locale, code: Code) -> &'static str {
    match code {
        Code::AccountUnmapped => td_string!(locale, error.code.account_unmapped),
        Code::AlreadyInProgress => td_string!(locale, error.code.already_in_progress),
        Code::AmountNotAccepted => td_string!(locale, error.code.amount_not_accepted),
        Code::EmailTaken => td_string!(locale, error.code.email_taken),
        Code::FallbackTemplate => td_string!(locale, error.code.fallback_template),
        Code::InsufficientBalance => td_string!(locale, error.code.insufficient_balance),
        Code::InvalidMfaCode | Code::InvalidPreAuthToken => td_string!(locale, mfa.wrong),
        Code::InvalidWeights => td_string!(locale, error.code.invalid_weights),
        Code::LeaveOverlap => td_string!(locale, error.code.leave_overlap),
        Code::MakerChecker => td_string!(locale, error.code.maker_checker),
        Code::MfaAlreadyEnabled => td_string!(locale, error.code.mfa_already_enabled),
        Code::MfaLocked => td_string!(locale, mfa.locked_text),
        Code::MfaNotEnabled => td_string!(locale, error.code.mfa_not_enabled),
        Code::MfaNotPending | Code::MfaSetupExpired => {
            td_string!(locale, error.code.mfa_setup_expired)
        }
        Code::JobRunning => td_string!(locale, error.code.job_running),
        Code::NoReviewer => td_string!(locale, error.code.no_reviewer),
        Code::NoTemplate => td_string!(locale, error.code.no_template),
        Code::PasswordChangeRequired => td_string!(locale, error.code.password_change_required),
        Code::PayloadTooLarge => td_string!(locale, error.code.payload_too_large),
        Code::PaymentOutOfOrder => td_string!(locale, error.code.payment_out_of_order),
        Code::PeriodClosed => td_string!(locale, error.code.period_closed),
        Code::ReauthenticationFailed => td_string!(locale, error.code.reauthentication_failed),
        Code::ReviewerBlocked => td_string!(locale, error.code.reviewer_blocked),
        Code::RoleKeyTaken | Code::StaffNumberTaken | Code::TemplateNameTaken => {
            td_string!(locale, error.code.taken)
        }
        Code::SameAccount => td_string!(locale, error.code.same_account),
        Code::StaffBlocked => td_string!(locale, error.code.staff_blocked),
        Code::StaleRevision => td_string!(locale, error.code.stale_revision),
        Code::StartDateInFuture => td_string!(locale, error.code.start_date_in_future),
        Code::TemplateArchived => td_string!(locale, error.code.template_archived),
        Code::ValidationFailed => td_string!(locale, error.code.validation_failed),
        Code::Vr001 => td_string!(locale, error.code.vr_001),
        Code::WrongStage => td_string!(locale, error.wrong_stage),
        Code::WrongState => td_string!(locale, error.code.wrong_state),
        Code::YearNotOver => td_string!(locale, error.code.year_not_over),
        _ => td_string!(locale, error.refused),
    }
}

/// None for what is named by the reader's own words, such as a row that is missing.
fn field_text(locale: Locale, code: &str) -> Option<&'static str> {
    Some(match code {
        "MISSING" => return None,
        "OUT_OF_RANGE" => td_string!(locale, error.field.out_of_range),
        "REQUIRED" => td_string!(locale, error.field.required),
        "NOT_FOUND" | "UNKNOWN" => td_string!(locale, error.field.not_found),
        "TOO_LONG" => td_string!(locale, error.field.too_long),
        "TOO_LARGE" => td_string!(locale, error.field.too_large),
        "TOO_MANY_CELLS" => td_string!(locale, error.field.too_many_cells),
        "QUOTATION_MARK" => td_string!(locale, error.field.quotation_mark),
        "UNSUPPORTED_ENCODING" => td_string!(locale, error.field.encoding),
        "TOO_MANY" => td_string!(locale, error.field.too_many),
        "DUPLICATE" | "NAME_TAKEN" => td_string!(locale, error.field.duplicate),
        "BEFORE_START" => td_string!(locale, error.field.before_start),
        "NO_WORKING_DAY" => td_string!(locale, error.field.no_working_day),
        "NOT_POSITIVE" => td_string!(locale, error.field.not_positive),
        "DISAGREES" => td_string!(locale, error.field.disagrees),
        "DIFFERENT" => td_string!(locale, error.field.different),
        "SAME_ACCOUNT" => td_string!(locale, error.code.same_account),
        "CYCLE" => td_string!(locale, error.field.cycle),
        "PASSWORD_TOO_SHORT" => td_string!(locale, password.too_short),
        "PASSWORD_TOO_LONG" => td_string!(locale, password.too_long),
        "PASSWORD_COMMON" => td_string!(locale, password.common),
        "PASSWORD_CONTEXT" => td_string!(locale, password.context),
        "PASSWORD_UNCHANGED" => td_string!(locale, password.unchanged),
        _ => td_string!(locale, error.field.invalid),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_that_would_be_taken_is_named_in_arabic_too() {
        let amount = "9166.6666".parse().unwrap();
        for (asked, text) in [
            (AmountAsked::AtMost(amount), "الحد الأقصى: ٩٬١٦٦٫٦٦٦٦"),
            (AmountAsked::Exactly(amount), "المبلغ المقبول: ٩٬١٦٦٫٦٦٦٦"),
            (AmountAsked::Settlement(amount), "مبلغ السداد الكامل: ٩٬١٦٦٫٦٦٦٦"),
        ] {
            assert_eq!(field_message_in(Locale::Arabic, &asked.detail()), text);
        }
        let error = FieldError::new("amount", "REQUIRED", "Give an amount.");
        assert_eq!(field_message_in(Locale::Arabic, &error), "مطلوب.");
    }

    #[test]
    fn amounts_and_days_have_the_format_of_the_page() {
        let asked = AmountAsked::AtMost("107000".parse().unwrap());
        assert_eq!(field_message_in(Locale::English, &asked.detail()), "Maximum: 107,000.0000");
        let message = "Enter a date up to 2026-11-25.";
        let error = FieldError::new("paymentDate", "OUT_OF_RANGE", message);
        let error = error.with("until", "2026-11-25");
        assert_eq!(field_message_in(Locale::English, &error), "Latest date: 25 Nov 2026");
        assert_eq!(field_message_in(Locale::Arabic, &error), "آخر تاريخ مقبول: ٢٥ نوفمبر ٢٠٢٦");
    }

    #[test]
    fn every_code_speaks_arabic() {
        for code in Code::ALL {
            let text = code_text(Locale::Arabic, *code);
            assert!(!text.bytes().all(|byte| byte.is_ascii()), "{code}");
        }
        for code in ["INVALID", "REQUIRED", "SOMETHING_NEW"] {
            assert!(!field_text(Locale::Arabic, code).unwrap().is_ascii(), "{code}");
        }
        assert_eq!(field_text(Locale::Arabic, "MISSING"), None);
    }
}
