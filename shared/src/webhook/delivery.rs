//! The attempts to deliver an event.

use chrono::TimeDelta;

/// The delays after the first, the second, … failed attempt: the schedule that Standard Webhooks
/// recommends. After the last one the delivery is given up.
const DELAYS: [TimeDelta; 9] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(14),
    TimeDelta::hours(20),
    TimeDelta::hours(24),
];

/// No delay is longer, with its jitter or by the wish of a receiver.
pub const RETRY_DELAY_MAX: TimeDelta = TimeDelta::hours(27);

/// The largest jitter makes a delay longer by a tenth.
const JITTER_STEPS: i32 = 2_550;

/// The delay before the next attempt, or none after the last one.
///
/// * `attempts`: the number of attempts so far, all of them failed.
/// * `jitter`: random, so that deliveries that failed together are not repeated together.
/// * `retry_after`: the delay that the receiver asked for, if any.
pub fn retry_delay(attempts: i64, jitter: u8, retry_after: Option<TimeDelta>) -> Option<TimeDelta> {
    let index = usize::try_from(attempts.max(1) - 1).ok()?;
    let delay = *DELAYS.get(index)?;
    let delay = delay + delay / JITTER_STEPS * i32::from(jitter);
    Some(delay.max(retry_after.unwrap_or_default()).min(RETRY_DELAY_MAX))
}

/// The result of an attempt by the status of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The receiver has the event.
    Delivered,
    /// The attempt failed.
    Failed,
    /// The receiver wants no further events.
    Gone,
}

impl Verdict {
    /// Redirects are failures: their target was not approved by the organization.
    pub const fn of(http_status: u16) -> Self {
        match http_status {
            200..=299 => Self::Delivered,
            410 => Self::Gone,
            _ => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_attempts_are_spread_over_three_days() {
        let delays = (1..=10).map(|attempts| retry_delay(attempts, 0, None));
        let delays: Vec<_> = delays.map(|it| it.map(|it| it.num_seconds())).collect();
        let expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
        assert_eq!(delays[..9], expected.map(Some));
        assert_eq!(delays[9], None);
    }

    #[test]
    fn jitter_makes_a_delay_longer_by_a_tenth_at_most() {
        let longest = retry_delay(9, u8::MAX, None).unwrap();
        assert!(longest > TimeDelta::hours(26) && longest < RETRY_DELAY_MAX, "{longest}");
        assert!(retry_delay(1, 1, None).unwrap() > retry_delay(1, 0, None).unwrap());
    }

    #[test]
    fn a_receiver_may_ask_for_a_longer_delay_but_not_for_a_shorter_or_an_endless_one() {
        let delay = |wish| retry_delay(2, 0, Some(wish)).unwrap();
        assert_eq!(delay(TimeDelta::minutes(7)), TimeDelta::minutes(7));
        assert_eq!(delay(TimeDelta::seconds(1)), TimeDelta::minutes(5));
        assert_eq!(delay(TimeDelta::days(365)), RETRY_DELAY_MAX);
        assert_eq!(retry_delay(10, 0, Some(TimeDelta::minutes(7))), None);
    }

    #[test]
    fn only_a_status_of_success_is_a_delivery() {
        for status in [200, 201, 202, 204, 299] {
            assert_eq!(Verdict::of(status), Verdict::Delivered, "{status}");
        }
        for status in [100, 199, 300, 301, 307, 400, 401, 404, 409, 429, 500, 503] {
            assert_eq!(Verdict::of(status), Verdict::Failed, "{status}");
        }
        assert_eq!(Verdict::of(410), Verdict::Gone);
    }
}
