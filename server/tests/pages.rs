//! Pages under concurrent requests.

use std::collections::BTreeMap;

use futures::future::join_all;
use http::Method;

use crate::api::staff::appraisals::start;
use crate::support::World;

const PEOPLE: [&str; 5] = ["employee", "manager", "head", "hr", "stranger"];

async fn walk(world: &World, appraisal: &str) {
    for who in PEOPLE {
        let addresses = ["/", "/appraisals", "/appraisals?scope=all", "/notifications", appraisal];
        let answers = addresses.map(|address| {
            let request = world.request(Method::GET, address).in_browser_of(who);
            request.header("accept", "text/html").send()
        });
        for (address, reply) in addresses.iter().zip(join_all(answers).await) {
            assert!(reply.text.contains("</main>"), "{who} {address}: {}", reply.text);
        }
    }
}

async fn world_with_appraisal() -> (World, String) {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let appraisal = format!("/appraisals/{}", path.rsplit('/').next().unwrap());
    (world, appraisal)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn pages_that_many_ask_for_at_once_all_come_whole() {
    let (world, appraisal) = world_with_appraisal().await;
    for _ in 0..5 {
        join_all([(); 4].map(|()| walk(&world, &appraisal))).await;
    }
}

#[tokio::test]
async fn a_page_comes_compressed_to_a_browser_that_takes_it_and_an_answer_of_the_api_does_not() {
    let world = World::sqlite().await;
    let request =
        |path| world.request(Method::GET, path).in_browser_of("hr").header("accept", "text/html");
    let plain = request("/appraisals").send().await;
    assert_eq!(plain.header("content-encoding"), None);
    let page = request("/appraisals").header("accept-encoding", "gzip, br").open().await;
    assert_eq!(page.headers()["content-encoding"], "gzip");
    assert_eq!(page.headers()["vary"], "accept-encoding");
    let api = request("/api/staff/appraisals").header("accept-encoding", "gzip").open().await;
    assert!(!api.headers().contains_key("content-encoding"));
}

/// Creating a router collects the paths of the pages, which must not affect pages that are being
/// rendered.
#[tokio::test]
async fn pages_come_whole_while_other_routers_are_made() {
    let made = std::thread::spawn(|| {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        for _ in 0..10 {
            runtime.block_on(World::sqlite());
        }
    });
    let (world, appraisal) = world_with_appraisal().await;
    while !made.is_finished() {
        walk(&world, &appraisal).await;
    }
    made.join().unwrap();
}

/// The numbers under which a page contains its data for the browser, with the start of each piece.
fn carried(page: &str) -> Vec<(String, String)> {
    let pieces = page.split("__RESOLVED_RESOURCES[").skip(1);
    let mut carried: Vec<_> = pieces
        .filter_map(|piece| piece.split_once(']'))
        .filter(|(number, _)| number.parse::<u32>().is_ok())
        .map(|(number, data)| (number.to_owned(), data.chars().take(16).collect()))
        .collect();
    carried.sort();
    carried
}

/// The browser reads the resources of a page by their numbers, so a missing or additional resource
/// would mix them up.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_page_carries_its_data_under_the_same_numbers_however_busy_the_server_is() {
    let (world, appraisal) = world_with_appraisal().await;
    let pages = ["/", "/appraisals", "/appraisals/new", "/people", "/leave", "/credit/new"];
    for page in pages.into_iter().chain([appraisal.as_str()]) {
        let mut seen = BTreeMap::new();
        for _ in 0..8 {
            let answers = (0..8).map(|_| {
                world
                    .request(Method::GET, page)
                    .in_browser_of("hr")
                    .header("accept", "text/html")
                    .send()
            });
            for reply in join_all(answers).await {
                *seen.entry(carried(&reply.text)).or_insert(0) += 1;
            }
        }
        assert_eq!(seen.len(), 1, "{page}: {seen:#?}");
    }
}

/// Resources requested in the head compete for bandwidth with the visible content.
#[tokio::test]
async fn a_page_requests_its_bundle_after_its_head_and_hydrates_after_its_first_paint() {
    let (world, appraisal) = world_with_appraisal().await;
    let request =
        world.request(Method::GET, &appraisal).in_browser_of("hr").header("accept", "text/html");
    let page = request.send().await.text;
    assert!(page.contains("requestAnimationFrame(() => setTimeout(() => whenIdle(done)))"));
    assert!(page.contains("Promise.all([load(), painted])"));
    for early in ["rel=\"modulepreload\"", "as=\"fetch\"", ".wasm\" "] {
        assert!(!page.contains(early), "{early}");
    }
}

#[tokio::test]
async fn a_page_that_computes_nothing_while_one_types_has_no_program() {
    let world = World::sqlite().await;
    for (path, who) in [
        ("/", "hr"),
        ("/appraisals", "hr"),
        ("/people", "hr"),
        ("/people/new", "hr"),
        ("/leave/team", "hr"),
        ("/security", "hr"),
        ("/password", "hr"),
        ("/organization", "admin"),
        ("/credit", "admin"),
        ("/credit/accounts", "admin"),
        ("/credit/queue", "admin"),
        ("/nowhere", "hr"),
        ("/portal", "customer"),
        ("/portal/settings", "customer"),
    ] {
        let request =
            world.request(Method::GET, path).in_browser_of(who).header("accept", "text/html");
        let page = request.send().await.text;
        assert!(page.contains("</html>"), "{path}: {page}");
        assert!(!page.contains(".wasm"), "{path}");
    }
}
