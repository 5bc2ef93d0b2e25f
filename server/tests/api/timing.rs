//! The time of a refusal reveals nothing about an account.

use std::time::{Duration, Instant};

use http::Method;
use serde_json::json;

use crate::support::World;

/// The number of refusals of each kind; the medians are compared.
const ROUNDS: usize = 200;

async fn refusal(world: &World, email: &str) -> Duration {
    let body = json!({ "email": email, "password": "not the password of anybody" });
    let start = Instant::now();
    let reply = world.request(Method::POST, "/api/auth/login").json(&body).send().await;
    let took = start.elapsed();
    reply.refused(401, "INVALID_CREDENTIALS");
    took
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::test]
async fn unknown_known_and_blocked_addresses_are_refused_after_the_same_time() {
    if std::env::var_os("MIZAN_TEST_LONG").is_none() {
        return;
    }
    let world = World::at_full_cost().await;
    let path = format!("/api/staff/{}", world.person("colleague").id);
    let blocked = json!({ "isBlocked": true });
    world.request(Method::PATCH, &path).by("admin").json(&blocked).send().await.expect(200);
    let mut times = [const { Vec::new() }; 3];
    for round in 0..ROUNDS {
        // The limits of the previous round must have expired.
        world.clock.advance(chrono::TimeDelta::minutes(6));
        let unknown = format!("nobody{round}@amanah.example");
        let known = &world.person("employee").email;
        let blocked = &world.person("colleague").email;
        for (times, email) in times.iter_mut().zip([&unknown, known, blocked]) {
            times.push(refusal(&world, email).await);
        }
    }
    let medians = times.map(median);
    println!("unknown, known, blocked: {medians:?}");
    let (least, most) = (medians.iter().min().unwrap(), medians.iter().max().unwrap());
    assert!(*most <= *least * 105 / 100, "{medians:?}");
}
