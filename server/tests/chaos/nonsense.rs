//! Random requests to every address.

pub(crate) mod parts;

use std::collections::BTreeMap;

use arbitrary::{Arbitrary, Unstructured};
use http::StatusCode;
use service::random::random_bytes;
use tower::ServiceExt;

use self::parts::{Operation, Parts, operations};
use super::times;
use crate::support::World;

#[tokio::test]
async fn nonsense_is_answered_and_is_never_a_fault() {
    let world = World::sqlite().await;
    let operations = operations();
    let (id, token) = (world.id("employee"), world.person("admin").token.clone());
    let mut answers: BTreeMap<StatusCode, usize> = BTreeMap::new();
    for _ in 0..times(2_000, 200_000) {
        let bytes: [u8; 512] = random_bytes().unwrap();
        let parts = Parts::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let Some(request) = parts.request(&operations, &id, &token) else { continue };
        let (shown, answer) = (format!("{request:?}"), world.router.clone().oneshot(request).await);
        let status = answer.unwrap().status();
        assert!(!status.is_server_error(), "{status}: {shown}\n{parts:?}");
        *answers.entry(status).or_default() += 1;
    }
    assert!(answers.len() > 3, "nonsense of one kind only: {answers:?}");
}

#[tokio::test]
async fn nonsense_reaches_the_api_and_the_functions_of_the_pages() {
    let reached = operations();
    let of =
        |start: &str| reached.iter().filter(|it: &&Operation| it.path.starts_with(start)).count();
    assert!(of("/api/ui/") > 50, "{}", of("/api/ui/"));
    assert!(reached.len() - of("/api/ui/") > 100, "{}", reached.len());
}
