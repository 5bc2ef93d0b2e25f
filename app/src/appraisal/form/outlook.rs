//! The effect of finalization on the employment, shown in advance.

use chrono::NaiveDate;
use shared::appraisal::ReviewType;
use shared::appraisal::detail::{AppraisalDetail, ConfirmationOutlook};

/// The effect of finalization on the employment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Appraisals of this type do not confirm the employment.
    Unaffected,
    /// The employment is confirmed on this date, and every leave type becomes available.
    Confirms(NaiveDate),
    /// The employment was already confirmed on this date, which does not change.
    AlreadyConfirmed(NaiveDate),
    /// The employment starts on this future date, so finalization would be refused.
    StartsLater(NaiveDate),
}

/// The effect of finalization; `None` if the dates of the employment are not known.
pub fn outlook(detail: &AppraisalDetail) -> Option<Outlook> {
    match detail.review_type {
        ReviewType::Annual | ReviewType::MidYear => Some(Outlook::Unaffected),
        ReviewType::Probationary => detail.confirmation.as_ref().map(confirmation),
    }
}

fn confirmation(facts: &ConfirmationOutlook) -> Outlook {
    match facts.employment_confirmed_at {
        Some(confirmed) => Outlook::AlreadyConfirmed(confirmed),
        None if facts.employment_start_date > facts.today => {
            Outlook::StartsLater(facts.employment_start_date)
        }
        None => Outlook::Confirms(facts.today),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn facts(start: &str, confirmed: Option<&str>) -> ConfirmationOutlook {
        ConfirmationOutlook {
            employment_start_date: date(start),
            employment_confirmed_at: confirmed.map(date),
            today: date("2026-11-21"),
        }
    }

    #[test]
    fn a_first_confirmation_takes_todays_date() {
        let outlook = confirmation(&facts("2026-05-01", None));
        assert_eq!(outlook, Outlook::Confirms(date("2026-11-21")));
        assert_eq!(confirmation(&facts("2026-11-21", None)), Outlook::Confirms(date("2026-11-21")));
    }

    #[test]
    fn an_earlier_confirmation_does_not_change() {
        let outlook = confirmation(&facts("2026-05-01", Some("2026-10-01")));
        assert_eq!(outlook, Outlook::AlreadyConfirmed(date("2026-10-01")));
    }

    #[test]
    fn nobody_is_confirmed_before_they_start() {
        let later = Outlook::StartsLater(date("2026-11-22"));
        assert_eq!(confirmation(&facts("2026-11-22", None)), later);
    }

    #[test]
    fn only_a_probationary_appraisal_confirms() {
        let mut detail = sample::detail();
        detail.review_type = ReviewType::Annual;
        detail.confirmation = Some(facts("2026-05-01", None));
        assert_eq!(outlook(&detail), Some(Outlook::Unaffected));
        detail.review_type = ReviewType::Probationary;
        assert_eq!(outlook(&detail), Some(Outlook::Confirms(date("2026-11-21"))));
        detail.confirmation = None;
        assert_eq!(outlook(&detail), None);
    }
}
