//! The language of a page, and its choice in a browser without JavaScript.

use http::Method;
use serde_json::json;

use crate::support::{Reply, World};

async fn open(world: &World, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send().await
}

async fn choose(world: &World, form: &str, site: &str) -> Reply {
    world
        .request(Method::POST, "/api/ui/session/language")
        .header("accept", "text/html")
        .header("sec-fetch-site", site)
        .header("referer", "http://127.0.0.1:3000/leave")
        .text("application/x-www-form-urlencoded", form.to_owned())
        .send()
        .await
}

/// The opening tag of the document.
fn root(reply: &Reply) -> &str {
    let text = reply.text.as_str();
    let start = text.find("<html").unwrap();
    &text[start..=start + text[start..].find('>').unwrap()]
}

fn is_arabic(reply: &Reply) -> bool {
    let root = root(reply);
    let is_arabic = root.contains(r#"lang="ar""#) && root.contains(r#"dir="rtl""#);
    let is_english = root.contains(r#"lang="en""#) && root.contains(r#"dir="ltr""#);
    assert_ne!(is_arabic, is_english, "{root}");
    is_arabic
}

#[tokio::test]
async fn the_cookie_takes_precedence_over_the_language_of_the_browser() {
    let world = World::sqlite().await;
    for path in ["/login", "/portal/login"] {
        assert!(!is_arabic(&open(&world, path, &[]).await));
        let wish = ("accept-language", "ar-AE,ar;q=0.9,en;q=0.8");
        let reply = open(&world, path, &[wish]).await;
        assert!(is_arabic(&reply) && reply.text.contains("كلمة المرور"), "{}", reply.text);
        assert!(!is_arabic(&open(&world, path, &[wish, ("cookie", "mizan_language=en")]).await));
        let chosen = ("cookie", "theme=dark; mizan_language=ar");
        assert!(is_arabic(&open(&world, path, &[chosen, ("accept-language", "en")]).await));
        assert!(!is_arabic(&open(&world, path, &[("cookie", "mizan_language=tlh")]).await));
    }
}

#[tokio::test]
async fn both_frames_use_the_language_and_offer_the_other() {
    let world = World::sqlite().await;
    for (who, path, word) in [("hr", "/", "الرئيسية"), ("customer", "/portal", "تمويلاتي")]
    {
        let request =
            || world.request(Method::GET, path).header("accept", "text/html").in_browser_of(who);
        let arabic = request().header("accept-language", "ar").send().await;
        assert!(is_arabic(&arabic) && arabic.text.contains(word), "{path}: {}", arabic.text);
        assert!(arabic.text.contains(r#"value="en" lang="en""#), "{path}: {}", arabic.text);
        let english = request().header("accept-language", "en").send().await;
        assert!(!is_arabic(&english) && !english.text.contains(word), "{path}");
        assert!(english.text.contains("العربية"), "{path}");
    }
}

/// The title is written once the page has been rendered, on whichever thread sends it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_title_is_in_the_language_of_the_page_however_many_ask_at_once() {
    let world = World::sqlite().await;
    let titles = (0..40).map(|_| async {
        let request = world.request(Method::GET, "/people").header("accept", "text/html");
        let page = request.in_browser_of("hr").header("accept-language", "ar").send().await;
        let (_, title) = page.text.split_once("<title>").unwrap();
        title.split_once("</title>").unwrap().0.to_owned()
    });
    for title in futures::future::join_all(titles).await {
        assert!(title.ends_with(" · ميزان"), "{title}");
    }
}

#[tokio::test]
async fn a_form_chooses_the_language_and_comes_back_to_its_page() {
    let world = World::sqlite().await;
    for (path, back) in [
        ("%2Fappraisals%3Fscope%3Dall", "/appraisals?scope=all"),
        ("%2Flogin%3Fnext%3D%252Fleave", "/login?next=%2Fleave"),
        ("%2F%2Fevil.example", "/"),
        ("https%3A%2F%2Fevil.example", "/"),
        ("%2Fapi%2Fui%2Fx", "/"),
    ] {
        let reply = choose(&world, &format!("language=ar&path={path}"), "same-origin").await;
        assert_eq!((reply.status, reply.header("location")), (302, Some(back)), "{path}");
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.starts_with("mizan_language=ar; Path=/; Max-Age=31536000"), "{cookie}");
    }
}

#[tokio::test]
async fn an_unknown_language_changes_nothing() {
    let world = World::sqlite().await;
    let reply = choose(&world, "language=%0D%0Ax&path=%2Fleave", "same-origin").await;
    assert_eq!((reply.status, reply.header("location")), (302, Some("/leave")));
    assert_eq!(reply.header("set-cookie"), None);
}

#[tokio::test]
async fn another_site_does_not_choose_the_language() {
    let world = World::sqlite().await;
    let reply = choose(&world, "language=ar&path=%2F", "cross-site").await;
    reply.refused(403, "CROSS_SITE_REJECTED");
    assert_eq!((reply.header("location"), reply.header("set-cookie")), (None, None));
}

/// Notifications are stored in English; a page in another language still shows the decision.
#[tokio::test]
async fn an_arabic_notification_contains_the_leave_decision() {
    let world = World::sqlite().await;
    for (day, act, said) in [
        ("2026-12-01", "approve", "تمت الموافقة على إجازتك"),
        ("2026-12-02", "reject", "رُفض طلب إجازتك"),
    ] {
        let request = json!({ "type": "casual", "startDate": day, "endDate": day,
            "reason": "Moving house" });
        let made = world.post("employee", "/api/leave/requests", request).await.expect(201);
        let path = format!("/api/leave/requests/{}/{act}", made["id"].as_str().unwrap());
        world.post("manager", &path, json!({ "comment": "So be it" })).await.expect(200);
        world.dispatch().await;
        let request = world.request(Method::GET, "/notifications").in_browser_of("employee");
        let request = request.header("accept", "text/html").header("accept-language", "ar");
        let page = request.send().await;
        assert!(page.text.contains(said), "{}", page.text);
    }
}
