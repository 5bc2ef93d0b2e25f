//! Commands.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::Value;
use tokio::io::AsyncWriteExt;

use super::program::{Folder, Server};

const STRONG: &str = "nq0Gx3vCVqDEyA4Vh5mYwqk8B1o2sLr7uZtJfXcPdKe";
const KEY: &str = "SzlzTWgyVmI3UXdFNHRZMHBBOGRGM2dIMWpLNWxaNng=";
const OTHER_KEY: &str = "cDNOOHhZMXZSNmJUMHdRNGVVN2lPMmFTOWRGNWdIOGo=";
const OTHER_STRONG: &str = "Zr8Jw2kTn5BvYx1QpLs7Hd4Gm9Ca6Fe3Ub0Oi-RtKyW";
const THIRD_STRONG: &str = "f3QmLx8sVd1TzNc6WkRb9YhGp5JoEa2UuXi7Kt0_BwM";

fn init(email: &str) -> Vec<&str> {
    let organization = ["init", "--organization", "Amanah Finance", "--admin-name", "Omar Farouk"];
    organization.into_iter().chain(["--admin-email", email, "--json"]).collect()
}

#[tokio::test]
async fn init_makes_an_organization_and_prints_one_line() {
    let folder = Folder::new();
    let printed = folder.printed(&init("omar@amanah.example")).await;
    assert_eq!(printed.lines().count(), 1);
    let created: Value = serde_json::from_str(&printed).unwrap();
    let mut members: Vec<_> = created.as_object().unwrap().keys().cloned().collect();
    members.sort();
    assert_eq!(members, ["adminEmail", "adminId", "organizationId", "temporaryPassword"]);
    assert_eq!(created["adminEmail"], "omar@amanah.example");

    let again = folder.run(&init("omar@amanah.example")).await;
    assert_eq!(again.status.code(), Some(1));
    let again = folder.run(&init("no address")).await;
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("adminEmail"), "{said}");
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
}

#[tokio::test]
async fn the_demo_fills_an_empty_database_once_and_is_sound() {
    let folder = Folder::new();
    let printed = folder.printed(&["demo", "--json"]).await;
    assert_eq!(printed.lines().count(), 1);
    let demo_accounts: Vec<Value> = serde_json::from_str(&printed).unwrap();
    for member in ["name", "email", "password", "role", "desk"] {
        assert!(
            demo_accounts.iter().all(|it| it[member].as_str().is_some_and(|it| !it.is_empty()))
        );
    }
    for role in ["admin", "hr", "md", "employee"] {
        assert!(demo_accounts.iter().any(|it| it["role"] == role), "{role}");
    }
    let again = folder.run(&["demo"]).await;
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8(again.stderr).unwrap().contains("empty database"));
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");

    let copy = folder.0.join("copy.db");
    folder.printed(&["backup", copy.to_str().unwrap()]).await;
    let mode = std::fs::metadata(&copy).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "a backup is nobody else's");
    let again = folder.run(&["backup", copy.to_str().unwrap()]).await;
    assert_eq!(again.status.code(), Some(1), "a file that exists is not written over");
    let mut command = folder.command(&["check"]);
    command.env("DATABASE_URL", format!("sqlite:{}", copy.display()));
    assert!(command.output().await.unwrap().status.success());
}

#[tokio::test]
async fn serving_a_demo_fills_an_empty_database_once_and_prints_its_accounts_each_time() {
    let folder = Folder::new();
    let mut accounts = Vec::new();
    for title in ["The demo is ready.", "The demo was made before."] {
        let mut command = folder.command(&["serve", "--demo"]);
        let printed = folder.0.join("printed");
        command.stdout(std::fs::File::create(&printed).unwrap());
        let server = Server::start_by(command).await;
        assert_eq!(server.request(("GET", "/readyz"), None, &Value::Null).await.0, 200);
        let printed = std::fs::read_to_string(printed).unwrap();
        assert!(printed.starts_with(title), "{printed}");
        let (status, said) = server.stop().await;
        assert_eq!(status.code(), Some(0), "{said}");
        accounts.push(printed.lines().skip(1).map(str::to_owned).collect::<Vec<_>>());
    }
    assert_eq!(accounts[0], accounts[1]);
    let demo_accounts = std::fs::read_to_string(folder.0.join("demo_accounts.json")).unwrap();
    let demo_accounts: Vec<Value> = serde_json::from_str(&demo_accounts).unwrap();
    assert_eq!(accounts[0].len(), demo_accounts.len());
    for (line, account) in accounts[0].iter().zip(&demo_accounts) {
        for member in ["name", "email", "password"] {
            assert!(line.contains(account[member].as_str().unwrap()), "{line}");
        }
    }
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
}

#[tokio::test]
async fn serving_a_demo_leaves_a_database_with_an_organization_as_it_is() {
    let folder = Folder::new();
    folder.printed(&init("omar@amanah.example")).await;
    let server = Server::start_by(folder.command(&["serve", "--demo"])).await;
    let said = server.whole_log().await;
    assert!(said.contains("holds no finished demo"), "{said}");
    assert!(!folder.0.join("demo_accounts.json").exists());
    let service = folder.service().await;
    let mut tx = service.db().begin().await.unwrap();
    let names: Vec<String> = tx.sql("SELECT name FROM organizations").scalars().await.unwrap();
    assert_eq!(names, ["Amanah Finance"]);
}

#[tokio::test]
async fn the_data_of_a_person_are_written_into_a_new_file() {
    let folder = Folder::new();
    folder.printed(&init("omar@amanah.example")).await;
    let file = folder.0.join("person.json");
    let path = file.to_str().unwrap();
    let nobody = folder.run(&["export-person", "--staff-number", "NOBODY", path]).await;
    assert_eq!(nobody.status.code(), Some(1));
    assert!(String::from_utf8(nobody.stderr).unwrap().contains("Staff member"));
    assert!(!file.exists());
    let neither = folder.run(&["export-person", path]).await;
    assert_eq!(neither.status.code(), Some(2), "a person has to be named");

    let export = ["export-person", "--staff-number", "ADMIN", path];
    folder.printed(&export).await;
    let data: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(data["records"]["staff"][0]["email"], "omar@amanah.example");
    assert_eq!(data["records"]["staff"][0]["passwordHash"], "held");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "only the owner of the file may read it");
    assert_eq!(folder.run(&export).await.status.code(), Some(1), "a file is not written over");
    let erase = ["erase-person", "--staff-number", "ADMIN", "--name", "Omar Farouk"];
    let refused = folder.run(&erase).await;
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("can still sign in"));
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
}

#[tokio::test]
async fn commands_that_only_read_create_no_database() {
    let folder = Folder::new();
    let copy = folder.0.join("copy.db");
    for arguments in [&["check"][..], &["backup", copy.to_str().unwrap()]] {
        let refused = folder.run(arguments).await;
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains("there is no database at"), "{said}");
        assert!(!folder.0.join("mizan.db").exists() && !copy.exists(), "{arguments:?}");
    }
}

/// A later version has migrated the database of the folder.
async fn migrate_later(folder: &Folder, description: &str) {
    let service = folder.service().await;
    let mut tx = service.db().begin().await.unwrap();
    let later = "INSERT INTO _sqlx_migrations
        SELECT 9999, $1, installed_on, success, checksum, execution_time
        FROM _sqlx_migrations WHERE version = 1";
    tx.sql(later).bind(description).execute().await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_version_works_on_a_database_to_which_a_later_one_only_added() {
    let folder = Folder::new();
    folder.printed(&init("omar@amanah.example")).await;
    migrate_later(&folder, "staff notes").await;
    assert_eq!(folder.printed(&["check"]).await, "Nothing is wrong.\n");
    assert_eq!(folder.printed(&["migrate"]).await, "The database is up to date.\n");
    Server::start_by(folder.command(&["serve"])).await;
}

#[tokio::test]
async fn missing_migrations_are_shown_with_what_they_lock() {
    let folder = Folder::new();
    folder.printed(&init("omar@amanah.example")).await;
    let check = ["migrate", "--check"];
    assert_eq!(folder.printed(&check).await, "0 migrations are missing.\n");
    let service = folder.service().await;
    let mut tx = service.db().begin().await.unwrap();
    let undo = "DELETE FROM _sqlx_migrations WHERE version IN (11, 13)";
    tx.sql(undo).execute().await.unwrap();
    tx.commit().await.unwrap();
    let printed = folder.printed(&check).await;
    for line in [
        "Migration 0011 (calendar feed)\n  changes no existing table\n",
        "ALTER TABLE api_tokens ADD COLUMN expiry_notified_at TEXT: locks the table for a moment\n",
        "2 migrations are missing.\n",
    ] {
        assert!(printed.contains(line), "{printed}");
    }
}

#[tokio::test]
async fn a_database_from_which_a_later_version_removed_something_is_refused_by_name() {
    let folder = Folder::new();
    folder.printed(&init("omar@amanah.example")).await;
    migrate_later(&folder, "contract since 9998 staff titles").await;
    for command in ["check", "migrate", "serve"] {
        let refused = folder.run(&[command]).await;
        assert_eq!(refused.status.code(), Some(1), "{command}");
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains("a later version of mizan (migration 9999)"), "{said}");
    }
}

#[tokio::test]
async fn check_finds_damage_names_it_and_exits_with_one() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    let service = folder.service().await;
    let mut tx = service.db().begin().await.unwrap();
    tx.sql("DROP TRIGGER audit_entries_unchanged").execute().await.unwrap();
    for damage in [
        "UPDATE appraisals SET overall_score = overall_score - 1 WHERE id = \
         (SELECT id FROM appraisals WHERE status = 'finalized' ORDER BY id LIMIT 1)",
        "DELETE FROM appraisal_reviews WHERE id = \
         (SELECT id FROM appraisal_reviews WHERE stage = 'line_manager' ORDER BY id LIMIT 1)",
        "UPDATE audit_entries SET actor_name = 'Nobody' WHERE id = \
         (SELECT id FROM audit_entries ORDER BY id LIMIT 1)",
    ] {
        assert_eq!(tx.sql(damage).execute().await.unwrap(), 1, "{damage}");
    }
    tx.commit().await.unwrap();
    let output = folder.run(&["check"]).await;
    let found = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{found}");
    for code in ["SCORE_MISMATCH", "AUDIT_CHAIN"] {
        assert!(found.contains(code), "{found}");
    }
    assert!(found.lines().count() >= 4, "{found}");
}

#[tokio::test]
async fn the_description_needs_no_configuration() {
    let folder = Folder::new();
    let mut command = folder.command(&["openapi"]);
    command.env("MIZAN_ENV", "production");
    let output = command.output().await.unwrap();
    assert!(output.status.success());
    assert!(output.stdout == include_bytes!("../../openapi.json"));
}

#[tokio::test]
async fn in_production_a_missing_or_weak_secret_stops_the_start_and_is_named() {
    let folder = Folder::new();
    for (jwt, pepper, key, named) in [
        (None, Some(STRONG), Some(KEY), "STAFF_JWT_SECRET"),
        (Some("secret"), Some(STRONG), Some(KEY), "STAFF_JWT_SECRET"),
        (Some(STRONG), None, Some(KEY), "PASSWORD_PEPPER"),
        (Some(STRONG), Some("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), Some(KEY), "PASSWORD_PEPPER"),
        (Some(STRONG), Some(STRONG), Some(KEY), "PASSWORD_PEPPER"),
        (Some(STRONG), Some(OTHER_STRONG), None, "MFA_ENCRYPTION_KEY"),
        (Some(STRONG), Some(OTHER_STRONG), Some("c2hvcnQ="), "MFA_ENCRYPTION_KEY"),
        (Some(STRONG), Some(OTHER_STRONG), Some(OTHER_KEY), "CUSTOMER_MFA_ENCRYPTION_KEY"),
    ] {
        let mut command = folder.command(&["serve"]);
        command.env("MIZAN_ENV", "production").env("CUSTOMER_JWT_SECRET", THIRD_STRONG);
        command.env("CUSTOMER_MFA_ENCRYPTION_KEY", OTHER_KEY);
        let given =
            [("STAFF_JWT_SECRET", jwt), ("PASSWORD_PEPPER", pepper), ("MFA_ENCRYPTION_KEY", key)];
        for (setting, text) in given {
            if let Some(text) = text {
                command.env(setting, text);
            }
        }
        let output = command.output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with(&format!("mizan: {named}")), "{said}");
        for secret in [STRONG, "aaaa", KEY, OTHER_KEY, "c2hvcnQ="] {
            assert!(!said.contains(secret), "{said}");
        }
    }
    let mut command = folder.command(&["serve"]);
    command.env("MIZAN_ENV", "production").env("STAFF_JWT_SECRET", STRONG);
    command.env("PASSWORD_PEPPER", OTHER_STRONG).env("CUSTOMER_JWT_SECRET", STRONG);
    let said = String::from_utf8(command.output().await.unwrap().stderr).unwrap();
    assert!(said.starts_with("mizan: CUSTOMER_JWT_SECRET") && !said.contains(STRONG), "{said}");
    let mut command = folder.command(&["migrate"]);
    command.env("MIZAN_ENV", "production").env("STAFF_JWT_SECRET", STRONG);
    command.env("PASSWORD_PEPPER", OTHER_STRONG).env("CUSTOMER_JWT_SECRET", THIRD_STRONG);
    command.env("PASSWORD_PEPPER", OTHER_STRONG).env("MFA_ENCRYPTION_KEY", KEY);
    command.env("CUSTOMER_MFA_ENCRYPTION_KEY", OTHER_KEY);
    assert!(command.output().await.unwrap().status.success());
    assert!(!folder.0.join("secrets").exists(), "production makes no secrets");
}

#[tokio::test]
async fn a_password_is_hashed_from_the_standard_input() {
    let folder = Folder::new();
    let mut command = folder.command(&["hash-password"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"violet anchor plateau 77\n").await.unwrap();
    drop(input);
    let output = child.wait_with_output().await.unwrap();
    let hash = String::from_utf8(output.stdout).unwrap();
    assert!(hash.starts_with("$2") && hash.trim().len() == 60, "{hash}");
}

#[tokio::test]
async fn jobs_run_by_name() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    let printed = folder.printed(&["job", "run", "staff-confirmation-due"]).await;
    assert!(printed.contains("0 failed"), "{printed}");
    let again = folder.printed(&["job", "run", "staff-confirmation-due"]).await;
    assert!(again.contains("0 done"), "once for each member of staff, ever: {again}");
    let unknown = folder.run(&["job", "run", "nothing"]).await;
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert!(said.contains("staff-confirmation-due"), "{said}");
}

#[tokio::test]
async fn a_server_stops_gracefully_with_an_open_stream() {
    let folder = Folder::new();
    let demo_accounts: Vec<Value> =
        serde_json::from_str(&folder.printed(&["demo", "--json"]).await).unwrap();
    let server = Server::start(&folder, "on").await;
    let first = &demo_accounts[0];
    let body = serde_json::json!({ "email": first["email"], "password": first["password"] });
    let (status, answer) = server.request(("POST", "/api/auth/login"), None, &body).await;
    assert_eq!(status, 200, "{answer}");
    let token = answer["accessToken"].as_str().unwrap();
    let mut stream = tokio::net::TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "GET /api/notifications/stream HTTP/1.1\r\nHost: mizan\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    tokio::io::AsyncReadExt::read_exact(&mut stream, &mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let (status, said) = server.stop().await;
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(!said.contains("did not come to their end"), "{said}");
}

#[tokio::test]
async fn mail_that_was_given_up_is_tried_again_or_removed_by_its_id() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    assert_eq!(folder.printed(&["mail", "retry"]).await, "0 mails will be tried again.\n");
    let unknown = "01a20e2f-e45b-77dc-be2a-dc73fb1ec099";
    let refused = folder.run(&["mail", "discard", unknown]).await;
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains(unknown) && said.contains("mizan check"), "{said}");
}

#[tokio::test]
async fn after_a_key_rotation_all_second_factors_are_encrypted_again_or_the_rest_is_listed() {
    let folder = Folder::new();
    folder.printed(&["demo", "--json"]).await;
    let former = ["MFA_ENCRYPTION_KEY", "CUSTOMER_MFA_ENCRYPTION_KEY"].map(|name| {
        let kept = std::fs::read_to_string(folder.0.join("secrets").join(name)).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(kept.trim()).unwrap();
        STANDARD.encode(bytes)
    });
    let run = async |arguments: &[&str], [staff, customers]: [&str; 2]| {
        let mut command = folder.command(arguments);
        command.env("MFA_ENCRYPTION_KEY", KEY).env("CUSTOMER_MFA_ENCRYPTION_KEY", OTHER_KEY);
        command.env("MFA_ENCRYPTION_KEYS_OLD", staff);
        command.env("CUSTOMER_MFA_ENCRYPTION_KEYS_OLD", customers);
        let output = command.output().await.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = run(&["reseal"], ["", ""]).await;
    assert!(code == Some(1) && said.contains("under no key that is set"), "{said}");
    let (code, said) = run(&["check"], ["", ""]).await;
    assert!(code == Some(1) && said.contains("SECOND_FACTOR_UNREADABLE"), "{said}");

    let (code, said) = run(&["reseal"], [&former[0], &former[1]]).await;
    assert!(code == Some(0) && said.contains("No old key is needed any more."), "{said}");
    let sound = (Some(0), "Nothing is wrong.\n".to_owned());
    assert_eq!(run(&["check"], ["", ""]).await, sound);
}

/// Every file of a directory with permissions for other users.
fn open_to_others(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = std::fs::metadata(&path).unwrap();
        if metadata.permissions().mode() & 0o077 != 0 {
            found.push(path.clone());
        }
        if metadata.is_dir() {
            found.extend(open_to_others(&path));
        }
    }
    found
}

#[tokio::test]
async fn files_are_for_their_owner_alone_whatever_the_umask() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    let copy = folder.0.join("copy.db");
    let program = env!("CARGO_BIN_EXE_mizan");
    for command in ["migrate", "backup copy.db"] {
        let script = format!("umask 000; exec {program} {command}");
        let mut shell = tokio::process::Command::new("sh");
        shell.args(["-c", &script]).env_clear().current_dir(&folder.0).env("DATA_DIR", &data);
        let output = shell.output().await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(copy.exists());
    assert_eq!(open_to_others(&folder.0), Vec::<std::path::PathBuf>::new());
    // A restored copy that other users can read.
    let database = data.join("mizan.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let mut command = folder.command(&["migrate"]);
    command.env("DATA_DIR", &data);
    assert!(command.output().await.unwrap().status.success());
    assert_eq!(open_to_others(&folder.0), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_demo_is_not_made_in_production() {
    for arguments in [&["demo"][..], &["serve", "--demo"]] {
        let folder = Folder::new();
        let mut command = folder.command(arguments);
        command.env("MIZAN_ENV", "production").env("STAFF_JWT_SECRET", STRONG);
        command.env("PASSWORD_PEPPER", OTHER_STRONG).env("CUSTOMER_JWT_SECRET", THIRD_STRONG);
        command.env("MFA_ENCRYPTION_KEY", KEY).env("CUSTOMER_MFA_ENCRYPTION_KEY", OTHER_KEY);
        let output = command.output().await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("MIZAN_ENV=production"), "{said}");
        assert!(!folder.0.join("mizan.db").exists());
    }
}
