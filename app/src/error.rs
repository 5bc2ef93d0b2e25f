//! The error that server functions return.

pub mod words;

use serde::{Deserialize, Serialize};
use shared::Error;
use shared::error::{Code, FieldError};

use crate::i18n::tu_string;
use crate::ui::label::Language;

/// An error of the service, as serialized for the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(transparent)]
#[error(transparent)]
pub struct UiError(#[from] pub Error);

/// The result of pages and server functions.
pub type UiResult<T> = Result<T, UiError>;

impl UiError {
    pub fn code(&self) -> Code {
        self.0.code()
    }

    /// The errors of fields; may be empty.
    pub fn fields(&self) -> &[FieldError] {
        &self.0.problem().errors
    }

    /// The message for one field, if it has an error.
    pub fn at(&self, field: &str) -> Option<String> {
        self.fields().iter().find(|error| error.field == field).map(words::field_message)
    }

    /// True if there is no valid session.
    pub fn is_signed_out(&self) -> bool {
        matches!(self.0, Error::Unauthenticated(_))
    }

    /// True for temporary failures, which a retry may resolve: no connection, or too many requests.
    pub fn is_passing(&self) -> bool {
        matches!(self.0, Error::Unavailable(_) | Error::TooManyRequests { .. })
    }

    /// True if the record does not exist, or the caller may not see it.
    pub fn is_not_found(&self) -> bool {
        matches!(self.0, Error::NotFound(_))
    }

    /// True if the record has changed since it was loaded, or is not in the stage that the action
    /// requires.
    pub fn is_out_of_date(&self) -> bool {
        matches!(self.code(), Code::WrongStage | Code::StaleRevision)
    }

    /// The message in the user's language; for codes without a text of their own, the message of
    /// the service.
    pub fn text(&self, i18n: Language) -> String {
        self.known_text(i18n).map_or_else(|| self.message(), str::to_owned)
    }

    /// The message of the service on English pages, and the text of the code on others.
    pub fn message(&self) -> String {
        words::message(self.code(), &self.0.problem().message)
    }

    /// A message that never contains text from the URL, which anyone could have constructed.
    pub fn safe_text(&self, i18n: Language) -> String {
        self.known_text(i18n).unwrap_or_else(|| tu_string!(i18n, error.refused)).to_owned()
    }

    /// The error as JSON for the page script, in the language of the request.
    #[cfg(feature = "ssr")]
    pub fn words(&self) -> words::Words {
        let i18n = Language::provide(crate::language::of_request());
        let fields = self.fields().iter();
        let mut fields: Vec<_> =
            fields.map(|field| (field.field.clone(), words::field_message(field))).collect();
        if self.code() == Code::InvalidCurrentPassword {
            fields.push(("current".to_owned(), self.text(i18n)));
        }
        let title = if fields.is_empty() {
            tu_string!(i18n, error.summary_title)
        } else {
            tu_string!(i18n, error.summary)
        };
        let is_signed_out = self.code() == Code::Unauthenticated;
        words::Words { title, text: self.text(i18n), fields, is_signed_out }
    }

    fn known_text(&self, i18n: Language) -> Option<&'static str> {
        has_page_text(self.code()).then(|| words::code_text(i18n.locale(), self.code()))
    }
}

/// True for codes whose text is complete in every language. The messages of the others contain
/// details that the code lacks, so the message of the service is shown.
const fn has_page_text(code: Code) -> bool {
    match code {
        Code::AmountNotAccepted
        | Code::Forbidden
        | Code::Incomplete
        | Code::InternalError
        | Code::InvalidCredentials
        | Code::InvalidCurrentPassword
        | Code::NotFound
        | Code::NotYourDesk
        | Code::OutcomeRequired
        | Code::PaymentOutOfOrder
        | Code::RateLimited
        | Code::SelfFinalize
        | Code::ServiceUnavailable
        | Code::StaleRevision
        | Code::Unauthenticated
        | Code::WrongStage => true,
        Code::AccountUnmapped
        | Code::AlreadyInProgress
        | Code::ConfirmationRequired
        | Code::CrossSiteRejected
        | Code::EmailTaken
        | Code::FallbackTemplate
        | Code::IdempotencyKeyReused
        | Code::InsufficientBalance
        | Code::InvalidMfaCode
        | Code::InvalidPreAuthToken
        | Code::InvalidWeights
        | Code::JobRunning
        | Code::LeaveOverlap
        | Code::MakerChecker
        | Code::MalformedJson
        | Code::MethodNotAllowed
        | Code::MfaAlreadyEnabled
        | Code::MfaEnrollmentRequired
        | Code::MfaLocked
        | Code::MfaNotEnabled
        | Code::MfaNotPending
        | Code::MfaSetupExpired
        | Code::NoReviewer
        | Code::NoTemplate
        | Code::OutcomeNotAllowed
        | Code::PasswordChangeRequired
        | Code::PayloadTooLarge
        | Code::PeriodClosed
        | Code::PortalAccountExists
        | Code::ReauthenticationFailed
        | Code::ReviewerBlocked
        | Code::RoleKeyTaken
        | Code::SameAccount
        | Code::StaffBlocked
        | Code::StaffNumberTaken
        | Code::StartDateInFuture
        | Code::TemplateArchived
        | Code::TemplateNameTaken
        | Code::UnsupportedMediaType
        | Code::ValidationFailed
        | Code::Vr001
        | Code::WrongState
        | Code::YearNotOver => false,
    }
}

/// The HTTP status of an error.
pub const fn status_of(error: &Error) -> u16 {
    match error {
        Error::Invalid(_) => 400,
        Error::Unauthenticated(_) => 401,
        Error::Forbidden(_) => 403,
        Error::NotFound(_) => 404,
        Error::MethodNotAllowed(_) => 405,
        Error::Conflict(_) => 409,
        Error::Unprocessable(_) => 422,
        Error::TooLarge(_) => 413,
        Error::UnsupportedMedia(_) => 415,
        Error::TooManyRequests { .. } => 429,
        Error::Internal(_) => 500,
        Error::Unavailable(_) => 503,
    }
}
