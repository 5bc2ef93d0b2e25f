//! Import of staff from a file with plain forms, in a browser without JavaScript.

use http::Method;
use shared::id::UploadId;
use shared::staff::ImportPreview;

use crate::forms::Form;
use crate::support::{Reply, World};

const PATH: &str = "/api/ui/people/import-file";
const IMPORT: &str = "/api/ui/people/import";
const HEADINGS: &str = "staffNumber,name,email,employmentStartDate";

/// A form with a file and a text field, as a browser sends it.
fn multipart(file: &[u8], text: &str) -> Vec<u8> {
    let head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"staff.csv\"\r\n\
                Content-Type: text/csv\r\n\r\n";
    let rest = format!(
        "\r\n--edge\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{text}\r\n--edge--\r\n"
    );
    [head.as_bytes(), file, rest.as_bytes()].concat()
}

async fn send(world: &World, who: &str, accept: &str, body: Vec<u8>) -> Reply {
    let request = world.request(Method::POST, PATH).in_browser_of(who).header("accept", accept);
    let request = request.header("sec-fetch-site", "same-origin");
    request.text("multipart/form-data; boundary=edge", body).send().await
}

/// Uploads a file, after which the page asks for its columns.
pub(crate) async fn upload(world: &World, who: &str, file: &str) -> UploadId {
    let reply = send(world, who, "application/json", multipart(file.as_bytes(), "")).await;
    serde_json::from_value(reply.expect(200)).unwrap()
}

/// The address that a browser is redirected to.
async fn led_to(world: &World, file: &[u8], text: &str) -> String {
    let reply = send(world, "hr", "text/html", multipart(file, text)).await;
    assert_eq!(reply.status, 303, "{}", reply.text);
    reply.header("location").unwrap().to_owned()
}

async fn open(world: &World, address: &str) -> String {
    let request =
        world.request(Method::GET, address).in_browser_of("hr").header("accept", "text/html");
    let reply = request.send().await;
    assert_eq!(reply.status, 200, "{address}");
    reply.text
}

async fn page_of(world: &World, file: &[u8]) -> String {
    let address = led_to(world, file, "").await;
    open(world, &address).await
}

#[tokio::test]
async fn a_file_is_uploaded_checked_and_imported_by_plain_forms() {
    let world = World::sqlite().await;
    let first = open(&world, "/people/import").await;
    assert!(first.contains("enctype=\"multipart/form-data\""), "{first}");
    assert!(first.contains("download=\"staff.csv\""), "{first}");

    let text = "الرقم الوظيفي;الاسم;البريد الإلكتروني;تاريخ التعيين\r\n\
                U-1;عائشة;aisha@amanah.example;2026-03-01\r\n";
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let file: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf16).collect();
    let page = page_of(&world, &file).await;
    for expected in ["عائشة", "تاريخ التعيين", "Employees ready to import: 1"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }

    let form = Form::all(&page).into_iter().find(|form| form.action == IMPORT).unwrap();
    let pairs = form.hidden().into_iter().map(|(name, value)| format!("{name}={value}"));
    let body = pairs.collect::<Vec<_>>().join("&");
    let request =
        world.request(Method::POST, IMPORT).in_browser_of("hr").header("accept", "text/html");
    let request = request.header("sec-fetch-site", "same-origin");
    let reply = request.text("application/x-www-form-urlencoded", body).send().await;
    assert_eq!((reply.status, reply.header("location")), (302, Some("/people/import?added=1")));
    assert!(open(&world, "/people/import?added=1").await.contains("Employees imported: 1"));
    assert!(open(&world, "/people?q=aisha").await.contains("عائشة"));
}

#[tokio::test]
async fn rows_that_are_pasted_are_taken_where_no_file_is_chosen() {
    let world = World::sqlite().await;
    let rows = format!("{HEADINGS}\r\nU-1,Aisha,aisha@amanah.example,2026-03-01\r\n");
    let address = led_to(&world, b"", &rows).await;
    assert!(open(&world, &address).await.contains("Employees ready to import: 1"));
}

#[tokio::test]
async fn columns_are_chosen_in_the_address_and_those_left_out_are_named() {
    let world = World::sqlite().await;
    let file = "No.,Full name,Contact,Joining date,Salary\n\
                U-1,Aisha,aisha@amanah.example,2026-03-01,900\n";
    let address = led_to(&world, file.as_bytes(), "").await;
    let page = open(&world, &address).await;
    assert!(page.contains("Match these required columns"), "{page}");
    assert!(!page.contains("Employees ready to import"), "{page}");

    let columns = "staffNumber=0&name=1&email=2&employmentStartDate=3&role=";
    let page = open(&world, &format!("{address}&{columns}")).await;
    assert!(page.contains("Employees ready to import: 1"), "{page}");
    assert!(page.contains("These columns will not be imported"), "{page}");
}

#[tokio::test]
async fn a_file_that_is_not_a_table_is_explained_on_the_page() {
    let world = World::sqlite().await;
    let row = b"\nU-1,\xda\xc7\xc6\xd4\xc9 \xe3\xcd\xe3\xcf,aisha@amanah.example,2026-03-01\n";
    let page = page_of(&world, &[HEADINGS.as_bytes(), row].concat()).await;
    assert!(page.contains("This file can’t be imported"), "{page}");
    let page = open(&world, &format!("/people/import?upload={}", uuid::Uuid::nil())).await;
    assert!(page.contains("The file is no longer available"), "{page}");
}

#[tokio::test]
async fn problems_name_their_line_and_their_column() {
    let world = World::sqlite().await;
    let rows = "U-1,Aisha,nobody,2026-03-01\n".to_owned() + &",,,\n".repeat(40);
    let page = page_of(&world, format!("{HEADINGS}\n{rows}").as_bytes()).await;
    assert!(page.contains("Errors: 1"), "{page}");
    assert!(!Form::all(&page).iter().any(|form| form.action == IMPORT), "{page}");
}

#[tokio::test]
async fn five_thousand_people_and_five_mebibytes_pass_the_form() {
    let world = World::sqlite().await;
    let row = |n| format!("L{n},Person {n},l{n}@amanah.example,2026-03-01\n");
    let rows: String = (0..5_000).map(row).collect();
    let page = page_of(&world, format!("{HEADINGS}\n{rows}").as_bytes()).await;
    assert!(page.contains("Employees ready to import: 5000"), "{page}");

    let full = vec![b'x'; ImportPreview::BYTES_MAX];
    assert!(led_to(&world, &full, "").await.starts_with("/people/import?upload="));
    let over = [full, vec![b'x']].concat();
    let address = led_to(&world, &over, "").await;
    assert_eq!(address, "/people/import?refused=TOO_LONG");
    assert!(open(&world, &address).await.contains("larger than 5 MiB"));
}

#[tokio::test]
async fn an_empty_form_redirects_back_with_an_instruction() {
    let world = World::sqlite().await;
    let address = led_to(&world, b"", "").await;
    assert_eq!(address, "/people/import?refused=REQUIRED");
    assert!(open(&world, &address).await.contains("Choose a file, or paste rows."));
    let request = world.request(Method::POST, PATH).in_browser_of("hr");
    let request = request.header("sec-fetch-site", "same-origin");
    request.text("text/csv", "a,b\n").send().await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
}

#[tokio::test]
async fn files_are_taken_from_who_manages_staff_on_our_own_pages_alone() {
    let world = World::sqlite().await;
    let body = || multipart(HEADINGS.as_bytes(), "");
    send(&world, "employee", "application/json", body()).await.refused(403, "FORBIDDEN");
    let media = "multipart/form-data; boundary=edge";
    let request = world.request(Method::POST, PATH).header("sec-fetch-site", "same-origin");
    request.text(media, body()).send().await.refused(401, "UNAUTHENTICATED");
    let request = world.request(Method::POST, PATH).in_browser_of("hr");
    let request = request.header("sec-fetch-site", "cross-site");
    request.text(media, body()).send().await.refused(403, "CROSS_SITE_REJECTED");
}
