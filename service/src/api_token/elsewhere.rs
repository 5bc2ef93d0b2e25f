//! Notifies the holder of API tokens of a sign-in from a new device: an attacker with a leaked
//! password could use the session to create tokens.

use shared::error::Result;
use shared::id::{EventId, StaffId};
use shared::notification::NotificationKind;

use super::repo;
use crate::caller::RequestContext;
use crate::context::Context;
use crate::notification::{self, NewNotification};
use crate::transaction::WriteTx;

/// The page that lists and ends sessions.
const PAGE: &str = "/security";

/// Writes a notification when the holder of tokens signs in from an address or a browser that none
/// of their sessions came from. Call it before the session begins.
///
/// * `user_agent`: as stored in sessions.
pub(crate) async fn notify_of_sign_in(
    tx: &mut WriteTx,
    context: &Context,
    staff: StaffId,
    (request, user_agent): (&RequestContext, Option<&str>),
) -> Result<()> {
    let now = context.now();
    let device = (request.ip.as_deref().unwrap_or_default(), user_agent.unwrap_or_default());
    if repo::count_unless_known_device(tx, staff, now, device).await? == 0 {
        return Ok(());
    }
    let ip = request.ip.as_deref().unwrap_or("an unknown address");
    let notification = NewNotification {
        id: context.id(),
        event_id: EventId(context.id()),
        recipient: staff,
        kind: NotificationKind::SignInElsewhere,
        title: "New sign-in from an unrecognized device or location".to_owned(),
        body: format!(
            "From {ip}. You have active API tokens. If this wasn't you, sign out that device and \
             change your password."
        ),
        appraisal_id: None,
        leave_request_id: None,
        subject: staff,
        status: None,
        link: PAGE.to_owned(),
        read_at: None,
        created_at: now,
    };
    notification::add(tx, &[notification]).await
}
