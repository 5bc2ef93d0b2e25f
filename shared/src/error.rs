//! The error type of Mizan, independent of transport: the server maps it to a status and an
//! envelope.

mod field;

use serde::{Deserialize, Serialize};

pub use field::{Accepted, FieldCode, FieldError};

/// The result of every fallible function of the domain and the service.
pub type Result<T, E = Error> = std::result::Result<T, E>;

text_enum! {
    /// The stable code of an error, which clients may match on.
    Code {
        AccountUnmapped = "ACCOUNT_UNMAPPED",
        AlreadyInProgress = "ALREADY_IN_PROGRESS",
        AmountNotAccepted = "AMOUNT_NOT_ACCEPTED",
        ConfirmationRequired = "CONFIRMATION_REQUIRED",
        CrossSiteRejected = "CROSS_SITE_REJECTED",
        EmailTaken = "EMAIL_TAKEN",
        FallbackTemplate = "FALLBACK_TEMPLATE",
        Forbidden = "FORBIDDEN",
        IdempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED",
        Incomplete = "INCOMPLETE",
        InsufficientBalance = "INSUFFICIENT_BALANCE",
        InternalError = "INTERNAL_ERROR",
        InvalidCredentials = "INVALID_CREDENTIALS",
        InvalidCurrentPassword = "INVALID_CURRENT_PASSWORD",
        InvalidMfaCode = "INVALID_MFA_CODE",
        InvalidPreAuthToken = "INVALID_PRE_AUTH_TOKEN",
        InvalidWeights = "INVALID_WEIGHTS",
        JobRunning = "JOB_RUNNING",
        LeaveOverlap = "LEAVE_OVERLAP",
        MakerChecker = "MAKER_CHECKER",
        MalformedJson = "MALFORMED_JSON",
        MethodNotAllowed = "METHOD_NOT_ALLOWED",
        MfaAlreadyEnabled = "MFA_ALREADY_ENABLED",
        MfaEnrollmentRequired = "MFA_ENROLLMENT_REQUIRED",
        MfaLocked = "MFA_LOCKED",
        MfaNotEnabled = "MFA_NOT_ENABLED",
        MfaNotPending = "MFA_NOT_PENDING",
        MfaSetupExpired = "MFA_SETUP_EXPIRED",
        NoReviewer = "NO_REVIEWER",
        NoTemplate = "NO_TEMPLATE",
        NotFound = "NOT_FOUND",
        NotYourDesk = "NOT_YOUR_DESK",
        OutcomeNotAllowed = "OUTCOME_NOT_ALLOWED",
        OutcomeRequired = "OUTCOME_REQUIRED",
        PasswordChangeRequired = "PASSWORD_CHANGE_REQUIRED",
        PayloadTooLarge = "PAYLOAD_TOO_LARGE",
        PaymentOutOfOrder = "PAYMENT_OUT_OF_ORDER",
        PeriodClosed = "PERIOD_CLOSED",
        PortalAccountExists = "PORTAL_ACCOUNT_EXISTS",
        RateLimited = "RATE_LIMITED",
        ReauthenticationFailed = "REAUTHENTICATION_FAILED",
        ReviewerBlocked = "REVIEWER_BLOCKED",
        RoleKeyTaken = "ROLE_KEY_TAKEN",
        SameAccount = "SAME_ACCOUNT",
        SelfFinalize = "SELF_FINALIZE",
        ServiceUnavailable = "SERVICE_UNAVAILABLE",
        StaffBlocked = "STAFF_BLOCKED",
        StaffNumberTaken = "STAFF_NUMBER_TAKEN",
        StaleRevision = "STALE_REVISION",
        StartDateInFuture = "START_DATE_IN_FUTURE",
        TemplateArchived = "TEMPLATE_ARCHIVED",
        TemplateNameTaken = "TEMPLATE_NAME_TAKEN",
        Unauthenticated = "UNAUTHENTICATED",
        UnsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE",
        ValidationFailed = "VALIDATION_FAILED",
        Vr001 = "VR_001",
        WrongStage = "WRONG_STAGE",
        WrongState = "WRONG_STATE",
        YearNotOver = "YEAR_NOT_OVER",
    }
}

/// A text that is not a value of the enum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a known {kind}")]
pub struct UnknownText {
    /// The expected enum.
    pub kind: &'static str,
    /// The value.
    pub text: String,
}

/// The error that is sent to the caller: a stable code, a sentence and any details.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Stable code.
    pub code: Code,
    /// The fault and how to correct it.
    pub message: String,
    /// Details by field; may be empty.
    #[serde(default)]
    pub errors: Vec<FieldError>,
}

/// All errors, by class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Error {
    /// The request is invalid, by itself or in the current state.
    #[error("{}", .0.message)]
    Invalid(Problem),
    /// The request is unauthenticated, or the session has ended.
    #[error("{}", .0.message)]
    Unauthenticated(Problem),
    /// The caller is authenticated and lacks the permission.
    #[error("{}", .0.message)]
    Forbidden(Problem),
    /// The record does not exist for this caller.
    #[error("{}", .0.message)]
    NotFound(Problem),
    /// The record has changed since the caller read it.
    #[error("{}", .0.message)]
    Conflict(Problem),
    /// The amounts of the request violate a rule of money or of posting.
    #[error("{}", .0.message)]
    Unprocessable(Problem),
    /// The body exceeds the limit of the route.
    #[error("{}", .0.message)]
    TooLarge(Problem),
    /// The route does not accept the media type of the body.
    #[error("{}", .0.message)]
    UnsupportedMedia(Problem),
    /// The route does not support the method.
    #[error("{}", .0.message)]
    MethodNotAllowed(Problem),
    /// Too many attempts; the caller may retry after the given number of seconds.
    #[error("{}", .problem.message)]
    TooManyRequests {
        /// The error that is sent to the caller.
        problem: Problem,
        /// Seconds to wait.
        retry_after: u32,
    },
    /// A required component is temporarily unavailable.
    #[error("{}", .0.message)]
    Unavailable(Problem),
    /// An internal error; the detail is logged and never sent in the response.
    #[error("{}", .0.message)]
    Internal(Problem),
}

impl Error {
    /// 400 with a named code.
    pub fn invalid(code: Code, message: impl Into<String>) -> Self {
        Self::Invalid(Problem { code, message: message.into(), errors: Vec::new() })
    }

    /// 400 with a named code and details.
    pub fn invalid_with(code: Code, message: impl Into<String>, errors: Vec<FieldError>) -> Self {
        Self::Invalid(Problem { code, message: message.into(), errors })
    }

    /// 400 `VALIDATION_FAILED` with its details.
    pub fn validation(errors: Vec<FieldError>) -> Self {
        let message = "Check the highlighted fields.".to_owned();
        Self::Invalid(Problem { code: Code::ValidationFailed, message, errors })
    }

    /// 400 `VALIDATION_FAILED` for one field.
    pub fn field(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Self {
        Self::validation(vec![FieldError::new(field, code, message)])
    }

    /// 401.
    pub fn unauthenticated() -> Self {
        Self::Unauthenticated(Problem {
            code: Code::Unauthenticated,
            message: "Authentication required.".to_owned(),
            errors: Vec::new(),
        })
    }

    /// 403 with a named code.
    pub fn forbidden(code: Code, message: impl Into<String>) -> Self {
        Self::Forbidden(Problem { code, message: message.into(), errors: Vec::new() })
    }

    /// 404 for the noun: `not_found("Appraisal")` gives "Appraisal not found".
    pub fn not_found(noun: &str) -> Self {
        Self::NotFound(Problem {
            code: Code::NotFound,
            message: format!("{noun} not found"),
            errors: Vec::new(),
        })
    }

    /// 409 with a named code.
    pub fn conflict(code: Code, message: impl Into<String>) -> Self {
        Self::Conflict(Problem { code, message: message.into(), errors: Vec::new() })
    }

    /// 409 with a named code and details.
    pub fn conflict_with(code: Code, message: impl Into<String>, errors: Vec<FieldError>) -> Self {
        Self::Conflict(Problem { code, message: message.into(), errors })
    }

    /// 422 with a named code and details.
    pub fn unprocessable(code: Code, message: impl Into<String>, errors: Vec<FieldError>) -> Self {
        Self::Unprocessable(Problem { code, message: message.into(), errors })
    }

    /// 429.
    pub fn too_many_requests(retry_after: u32) -> Self {
        Self::TooManyRequests {
            problem: Problem {
                code: Code::RateLimited,
                message: "Too many attempts. Try again later.".to_owned(),
                errors: Vec::new(),
            },
            retry_after,
        }
    }

    /// 503.
    pub fn unavailable() -> Self {
        Self::Unavailable(Problem {
            code: Code::ServiceUnavailable,
            message: "The service is temporarily unavailable. Try again in a moment.".to_owned(),
            errors: Vec::new(),
        })
    }

    /// 500. Log the cause before this call: it is not sent to the caller.
    pub fn internal() -> Self {
        Self::Internal(Problem {
            code: Code::InternalError,
            message: "Something went wrong. Try again, or report it with the request ID."
                .to_owned(),
            errors: Vec::new(),
        })
    }

    /// The error that is sent to the caller.
    pub fn problem(&self) -> &Problem {
        match self {
            Self::Invalid(problem)
            | Self::Unauthenticated(problem)
            | Self::Forbidden(problem)
            | Self::NotFound(problem)
            | Self::Conflict(problem)
            | Self::Unprocessable(problem)
            | Self::TooLarge(problem)
            | Self::UnsupportedMedia(problem)
            | Self::MethodNotAllowed(problem)
            | Self::TooManyRequests { problem, .. }
            | Self::Unavailable(problem)
            | Self::Internal(problem) => problem,
        }
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.problem().code
    }
}
