//! The pages of appraisals and leave, without JavaScript.

use http::Method;
use serde_json::json;

use crate::api::staff::appraisals::start;
use crate::support::{Reply, World, initiation, self_input};

const FORM: &str = "application/x-www-form-urlencoded";

async fn open(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::GET, path).header("accept", "text/html");
    let page = request.in_browser_of(who).send().await;
    assert_eq!(page.status, 200, "{}", page.text);
    page
}

async fn post(world: &World, who: &str, path: &str, body: String) {
    let request =
        world.request(Method::POST, path).in_browser_of(who).header("accept", "text/html");
    let request = request.header("sec-fetch-site", "same-origin");
    let reply = request.text(FORM, body).send().await;
    let location = reply.header("location").unwrap_or_default();
    assert!(reply.status == 302 && !location.contains("__err"), "{location}: {}", reply.text);
}

#[tokio::test]
async fn a_half_score_is_typed_without_javascript_and_shown_again() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let detail = world.get("employee", &path).await.expect(200);
    let (id, item) = (detail["id"].as_str().unwrap(), detail["items"][0]["id"].as_str().unwrap());
    let page = format!("/appraisals/{id}");
    let field = format!("name=\"form[others][row-{item}]\"");
    assert!(open(&world, "employee", &page).await.text.contains(&field));

    let typed = format!("id={id}&form[others][row-{item}]=3,5");
    post(&world, "employee", "/api/ui/appraisal/post-self", typed).await;
    let score = async || world.get("employee", &path).await.expect(200)["items"][0].clone();
    assert_eq!(score().await["selfScore"], json!(3.5));
    let shown = open(&world, "employee", &page).await.text;
    assert!(shown.contains("value=\"3.5\""), "{shown}");

    let whole = format!(
        "id={id}&form[scores][row-{item}]=4&form[others][row-{item}]=3.5\
         &form[shown][row-{item}]=3.5"
    );
    post(&world, "employee", "/api/ui/appraisal/post-self", whole).await;
    assert_eq!(score().await["selfScore"], json!(4));
}

#[tokio::test]
async fn the_form_of_a_manager_is_proposed_for_each_person() {
    let world = World::sqlite().await;
    let people = format!("{},{}", world.id("manager"), world.id("colleague"));
    let path = format!("/appraisals/new?people={people}");
    let page = open(&world, "hr", &path).await.text;
    let choices = page.split("<input").filter(|tag| tag.contains("name=\"batch[managers][]\""));
    let is_ticked = |tag: &str| tag.split('>').next().unwrap_or_default().contains(" checked");
    let ticked: Vec<_> = choices.map(is_ticked).collect();
    assert_eq!(ticked.len(), 2, "{page}");
    assert_eq!(ticked.iter().filter(|it| **it).count(), 1, "{page}");
}

#[tokio::test]
async fn the_team_leave_tab_is_shown_to_line_managers() {
    let world = World::sqlite().await;
    let has_tab = |page: &str| {
        let (_, tabs) = page.split_once("class=\"tabs\"").unwrap();
        tabs.split("</nav>").next().unwrap().contains("href=\"/leave/team\"")
    };
    for (who, is_shown) in [("manager", true), ("head", true), ("hr", true), ("employee", false)] {
        let page = open(&world, who, "/leave").await.text;
        assert_eq!(has_tab(&page), is_shown, "{who}: {page}");
    }
    // A direct link to the page still works, and marks the current tab.
    assert!(has_tab(&open(&world, "employee", "/leave/team").await.text));
}

#[tokio::test]
async fn the_history_of_a_person_leads_back_to_the_area_that_the_side_bar_marks() {
    let world = World::sqlite().await;
    for (who, area) in [("hr", "/people"), ("employee", "/appraisals")] {
        let path = format!("/people/{}/appraisals", world.id("employee"));
        let page = open(&world, who, &path).await.text;
        let crumbs = page.split("class=\"crumbs\"").nth(1).unwrap();
        let parent = crumbs.split("href=\"").nth(1).unwrap();
        assert!(parent.starts_with(&format!("{area}\"")), "{who}: {parent}");
        let current = page.split("<a").filter(|tag| tag.contains("aria-current=\"page\""));
        let link = format!("href=\"{area}\"");
        assert!(current.into_iter().any(|tag| tag.contains(&link)), "{who}: {page}");
    }
}

#[tokio::test]
async fn a_managers_form_explains_why_fewer_rows_count_than_are_required() {
    let world = World::sqlite().await;
    for (subject, reviewer, is_manager) in
        [("manager", "head", true), ("employee", "manager", false)]
    {
        let input = initiation(&world.id(subject), is_manager);
        let detail = world.post("hr", "/api/staff/appraisals", input).await.expect(201);
        let path = format!("/api/staff/appraisals/{}", detail["id"].as_str().unwrap());
        world.patch(subject, &format!("{path}/self"), self_input(&detail)).await.expect(200);
        world.post_empty(subject, &format!("{path}/self/submit")).await.expect(200);
        let page = format!("/appraisals/{}", detail["id"].as_str().unwrap());
        let text = open(&world, reviewer, &page).await.text;
        assert_eq!(text.contains("weighted rows rated"), is_manager, "{text}");
        assert_eq!(text.contains("rows require a rating; "), is_manager, "{text}");
    }
}
