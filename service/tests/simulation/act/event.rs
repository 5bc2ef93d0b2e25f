//! Work and acts on events.

/// The answer of the receiver of a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::simulation) enum Receiver {
    Accepts,
    Fails,
    /// It accepts the event, and its answer is lost.
    TimesOut,
}
