//! The pages of the portal and of customers, as a browser without JavaScript meets them.

use http::Method;
use serde_json::json;

use crate::support::{Reply, World};

const ATTACK: &str = "</textarea></title><script>alert(1)</script>";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let ask = world.ask(Method::GET, path).header("accept", "text/html");
    let ask = if who == "nobody" { ask } else { ask.in_browser_of(who) };
    ask.send().await
}

async fn post(world: &World, path: &str, form: String) -> Reply {
    let ask = world.ask(Method::POST, path).header("accept", "text/html");
    let ask = ask.header("sec-fetch-site", "same-origin");
    ask.text("application/x-www-form-urlencoded", form).send().await
}

#[tokio::test]
async fn the_portal_has_a_door_of_its_own() {
    let world = World::sqlite().await;
    let reply = open(&world, "nobody", "/portal/login").await;
    assert!(reply.status == 200 && reply.text.contains("Customer sign-in"), "{}", reply.text);
    for who in ["nobody", "admin"] {
        for path in ["/portal", "/portal/settings", "/portal/password"] {
            let reply = open(&world, who, path).await;
            assert_eq!((reply.status, reply.header("location")), (302, Some("/portal/login")));
        }
    }
    for path in ["/", "/customers", "/people", "/appraisals"] {
        let reply = open(&world, "customer", path).await;
        assert_eq!(reply.status, 302, "{path}");
        assert!(reply.header("location").unwrap().starts_with("/login"), "{path}");
    }
}

#[tokio::test]
async fn a_customer_reads_their_pages_and_no_page_holds_the_token() {
    let world = World::sqlite().await;
    for (path, text) in [
        ("/portal", "No facilities to show"),
        ("/portal/settings", "omar@customers.example"),
        ("/portal/password", "New password again"),
    ] {
        let reply = open(&world, "customer", path).await;
        assert!(reply.status == 200 && reply.text.contains(text), "{path}: {}", reply.text);
        assert!(!reply.text.contains(&world.guest.token), "{path}");
        assert!(!reply.text.contains("/appraisals\""), "{path} leads to staff");
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn a_temporary_password_leads_to_its_change() {
    let mut world = World::sqlite().await;
    let path = format!("/api/customers/{}/portal-account/reset-password", world.guest.id);
    let reset = world.act("admin", &path).await.expect(200);
    world.guest.password = reset["temporaryPassword"].as_str().unwrap().to_owned();
    world.sign_in_again("customer").await;
    for path in ["/portal", "/portal/settings"] {
        let reply = open(&world, "customer", path).await;
        assert_eq!((reply.status, reply.header("location")), (302, Some("/portal/password")));
    }
    assert_eq!(open(&world, "customer", "/portal/password").await.status, 200);
}

#[tokio::test]
async fn signing_in_by_a_form_sets_the_cookie_of_customers_and_answers_no_token() {
    let world = World::sqlite().await;
    let (email, password) = (&world.guest.email, &world.guest.password);
    let form = format!("email={email}&password={password}");
    let reply = post(&world, "/api/ui/portal/login", form.clone()).await;
    assert_eq!((reply.status, reply.header("location")), (302, Some("/portal")));
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-customer_session="), "{cookie}");
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(cookie.split("; ").any(|it| it == part), "{part}");
    }
    assert!(!cookie.contains("Domain"));
    let token = cookie.split(['=', ';']).nth(1).unwrap();
    assert!(!token.is_empty() && !reply.text.contains(token));
    let staff = post(&world, "/api/ui/session/login", form).await;
    assert_eq!(staff.header("set-cookie"), None);
}

#[tokio::test]
async fn what_somebody_typed_about_a_customer_never_becomes_markup() {
    let world = World::sqlite().await;
    let input = json!({ "name": ATTACK, "email": "x@y.example", "phone": ATTACK,
        "registrationNumber": ATTACK, "address": ATTACK });
    let made = world.post("admin", "/api/customers", input).await.expect(201);
    let path = format!("/customers/{}", made["id"].as_str().unwrap());
    for path in ["/customers", &path, "/customers/new"] {
        let reply = open(&world, "admin", path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert!(!reply.text.contains("<script>alert"), "{path}");
    }
    assert_eq!(open(&world, "hr", &path).await.status, 403);
    assert_eq!(open(&world, "foreign_admin", &path).await.status, 404);
}
