use std::os::unix::fs::PermissionsExt;

use std::path::Path;
use std::time::Duration;

use super::*;

const SECRET: &str = "nq0Gx3vCVqDEyA4Vh5mYwqk8B1o2sLr7uZtJfXcPdKe";
const OTHER_SECRET: &str = "Zr8Jw2kTn5BvYx1QpLs7Hd4Gm9Ca6Fe3Ub0Oi-RtKyW";
const THIRD_SECRET: &str = "f3QmLx8sVd1TzNc6WkRb9YhGp5JoEa2UuXi7Kt0_BwM";

const KEY: &str = "SzlzTWgyVmI3UXdFNHRZMHBBOGRGM2dIMWpLNWxaNng=";
const CUSTOMER_KEY: &str = "cDNOOHhZMXZSNmJUMHdRNGVVN2lPMmFTOWRGNWdIOGo=";
const OLD_KEY: &str = "dDJMNm1ZOHpYMWNWNWJON21RM3dFOXJUNHlVMGlPNnA=";
const OTHER_OLD_KEY: &str = "YTRTN2RGMGdIM2pLNmxaOXhDMnZCNW5NOHFXMWVSNHQ=";

fn production() -> Source {
    Source::default()
        .with("MIZAN_ENV", "production")
        .with("STAFF_JWT_SECRET", SECRET)
        .with("CUSTOMER_JWT_SECRET", THIRD_SECRET)
        .with("PASSWORD_PEPPER", OTHER_SECRET)
        .with("MFA_ENCRYPTION_KEY", KEY)
        .with("CUSTOMER_MFA_ENCRYPTION_KEY", CUSTOMER_KEY)
}

fn refused(source: &Source) -> String {
    Config::load(source).unwrap_err().to_string()
}

/// A directory that is deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mizan-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        Self(path)
    }

    fn source(&self) -> Source {
        Source::default().with("DATA_DIR", self.0.to_str().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn production_starts_with_strong_secrets() {
    let config = Config::load(&production()).unwrap();
    assert_eq!(config.environment, Environment::Production);
    assert_eq!(config.login_per_minute_per_ip, 10);
    assert_eq!(config.database_url, "sqlite:data/mizan.db");
    assert_eq!(config.secrets.bcrypt_cost, 12);
}

#[test]
fn in_production_a_missing_or_weak_secret_is_named_and_never_printed() {
    for setting in ["STAFF_JWT_SECRET", "CUSTOMER_JWT_SECRET", "PASSWORD_PEPPER"] {
        for weak in ["", "short-but-Random-8x7", &"a".repeat(64), &"changeme".repeat(8)] {
            let message = refused(&production().with(setting, weak));
            assert!(message.starts_with(setting), "{message}");
            assert!(weak.is_empty() || !message.contains(weak), "{message}");
        }
    }
}

#[test]
fn all_secrets_differ() {
    for (setting, secret) in [
        ("PASSWORD_PEPPER", SECRET),
        ("PASSWORD_PEPPER", THIRD_SECRET),
        ("CUSTOMER_JWT_SECRET", SECRET),
    ] {
        let message = refused(&production().with(setting, secret));
        assert!(message.starts_with(setting) && message.contains("must differ"), "{message}");
        assert!(!message.contains(secret), "{message}");
    }
}

#[test]
fn in_production_a_key_that_is_missing_malformed_short_or_monotonous_is_named() {
    for setting in ["MFA_ENCRYPTION_KEY", "CUSTOMER_MFA_ENCRYPTION_KEY"] {
        for bad in [
            "",
            // 31 and 33 bytes, 32 equal ones, without padding, in the other alphabet, not base64.
            "c2hvcnQtc2hvcnQtc2hvcnQtc2hvcnQtc2hvcnQtcw==",
            "bG9uZ2xvbmdsb25nbG9uZ2xvbmdsb25nbG9uZ2xvbmds",
            "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=",
            "SzlzTWgyVmI3UXdFNHRZMHBBOGRGM2dIMWpLNWxaNng",
            "-_-_TWgyVmI3UXdFNHRZMHBBOGRGM2dIMWpLNWxaNng=",
            "not base64 at all, but long enough to be one",
        ] {
            let message = refused(&production().with(setting, bad));
            assert!(message.starts_with(&format!("{setting}:")), "{message}");
            assert!(bad.is_empty() || !message.contains(bad), "{message}");
        }
    }
    let message = refused(&production().with("MFA_ENCRYPTION_KEYS_OLD", "nonsense"));
    assert!(message.starts_with("MFA_ENCRYPTION_KEYS_OLD:"), "{message}");
}

#[test]
fn staff_and_customers_share_no_key_and_no_issuer() {
    let message = refused(&production().with("CUSTOMER_MFA_ENCRYPTION_KEY", KEY));
    assert!(message.starts_with("CUSTOMER_MFA_ENCRYPTION_KEY: must share no key"), "{message}");
    assert!(!message.contains(KEY));
    refused(&production().with("MFA_ENCRYPTION_KEYS_OLD", CUSTOMER_KEY));
    refused(&production().with("CUSTOMER_MFA_ENCRYPTION_KEYS_OLD", KEY));
    let old = format!("{OLD_KEY}, {OTHER_OLD_KEY}");
    let source = production().with("MFA_ENCRYPTION_KEYS_OLD", &old).with("MFA_ISSUER", "A: B");
    let secrets = Config::load(&source).unwrap().secrets;
    assert_eq!(secrets.staff_mfa.old_keys.len(), 2);
    assert_eq!(
        (&*secrets.staff_mfa.issuer, &*secrets.customer_mfa.issuer),
        ("A- B", "Mizan Portal")
    );
    let message = refused(&production().with("MFA_ISSUER", "Mizan Portal"));
    assert_eq!(message, "CUSTOMER_MFA_ISSUER: must differ from MFA_ISSUER");
    assert!(refused(&source.with("MFA_ISSUER", &"x".repeat(61))).starts_with("MFA_ISSUER:"));
}

#[test]
fn elsewhere_secrets_are_made_once_and_only_their_owner_can_read_them() {
    let folder = Folder::new("secrets");
    let first = Config::load(&folder.source()).unwrap();
    let second = Config::load(&folder.source()).unwrap();
    assert_eq!(first.secrets.staff_jwt_secret, second.secrets.staff_jwt_secret);
    assert_ne!(first.secrets.staff_jwt_secret, first.secrets.password_pepper);
    assert_ne!(first.secrets.staff_jwt_secret, first.secrets.customer_jwt_secret);
    assert_eq!(first.secrets.staff_mfa.key, second.secrets.staff_mfa.key);
    assert_ne!(first.secrets.staff_mfa.key, first.secrets.customer_mfa.key);
    let file = folder.0.join("secrets/STAFF_JWT_SECRET");
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn every_setting_is_checked_and_named() {
    for (setting, text) in [
        ("MIZAN_ENV", "prod"),
        ("DATABASE_URL", "mysql://x"),
        ("LISTEN", "3000"),
        ("LISTEN", "localhost"),
        ("PUBLIC_ORIGIN", "mizan.example"),
        ("PUBLIC_ORIGIN", "https://mizan.example/app"),
        ("TIME_ZONE", "Dubai"),
        ("TRUSTED_PROXIES", "10.0.0.0/99"),
        ("LOGIN_PER_MINUTE_PER_IP", "0"),
        ("CONNECTIONS_MAX", "0"),
        ("CONNECTIONS_PER_ADDRESS", "-1"),
        ("REQUESTS_PER_ADDRESS", "many"),
        ("PERSONAL_DATA_RETENTION_YEARS", "0"),
        ("BACKGROUND", "maybe"),
        ("METRICS", "2"),
    ] {
        let message = refused(&production().with(setting, text));
        assert!(message.starts_with(setting), "{message}");
    }
}

#[test]
fn the_pools_have_the_sizes_and_times_of_the_settings() {
    let defaults = database::pool(&Source::default()).unwrap();
    assert_eq!(defaults, PoolSettings::default());
    let source = Source::default()
        .with("DATABASE_CONNECTIONS_MAX", "40")
        .with("DATABASE_WAIT_SECONDS", "2")
        .with("DATABASE_IDLE_SECONDS", "0")
        .with("DATABASE_LIFETIME_SECONDS", "300")
        .with("DATABASE_STATEMENT_CACHE", "0");
    let expected = PoolSettings {
        connections_max: 40,
        wait_max: Duration::from_secs(2),
        idle_max: None,
        lifetime_max: Some(Duration::from_mins(5)),
        statement_cache: 0,
    };
    assert_eq!(database::pool(&source).unwrap(), expected);
}

#[test]
fn a_size_or_time_outside_its_limits_is_refused_with_the_limits() {
    for (setting, text, limits) in [
        ("DATABASE_CONNECTIONS_MAX", "0", "1 to 1000"),
        ("DATABASE_CONNECTIONS_MAX", "4000000000", "1 to 1000"),
        ("DATABASE_WAIT_SECONDS", "0", "1 to 60"),
        ("DATABASE_WAIT_SECONDS", "5s", "1 to 60"),
        ("DATABASE_IDLE_SECONDS", "-1", "0 to 86400"),
        ("DATABASE_LIFETIME_SECONDS", "86401", "0 to 86400"),
        ("DATABASE_STATEMENT_CACHE", "off", "0 to 10000"),
    ] {
        let message = refused(&production().with(setting, text));
        assert_eq!(message, format!("{setting}: `{text}`: give a whole number from {limits}"));
    }
}

#[test]
fn migrations_and_replicas_have_their_own_address_on_postgresql_alone() {
    let address = "postgres://u:pass@h:5432/d";
    let pooled = production().with("DATABASE_URL", "postgresql://u:pass@h:6432/d");
    for setting in ["DATABASE_MIGRATE_URL", "DATABASE_READ_URL"] {
        let given = |source: &Source| {
            let config = Config::load(source).unwrap();
            let is_migrate = setting == "DATABASE_MIGRATE_URL";
            if is_migrate { config.database_migrate_url } else { config.database_read_url }
        };
        let set = pooled.clone().with(setting, address);
        assert_eq!(given(&set).as_deref(), Some(address));
        assert_eq!(given(&pooled), None);
        let message = refused(&pooled.clone().with(setting, "sqlite:x"));
        assert_eq!(message, format!("{setting}: give postgres://user@host/database"));
        let message = refused(&production().with(setting, address));
        assert!(message.starts_with(&format!("{setting}: is for PostgreSQL")), "{message}");
    }
}

#[test]
fn the_statement_cache_is_not_set_in_an_address() {
    let url = "postgres://u:pass@h/d?statement-cache-capacity=0";
    let message = refused(&production().with("DATABASE_URL", url));
    assert!(message.contains("set DATABASE_STATEMENT_CACHE"), "{message}");
    assert!(!message.contains("pass"), "{message}");
}

#[test]
fn the_page_on_configuration_has_a_row_for_each_setting() {
    let page = include_str!("../../../docs/configuration.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    // The library that writes the log reads its own setting.
    let mut described: Vec<_> = rows.filter(|name| *name != "RUST_LOG").collect();
    described.sort_unstable();
    assert_eq!(described, source::SETTINGS);
}

#[test]
fn the_clock_is_moved_outside_production_alone() {
    let offset = ("MIZAN_CLOCK_OFFSET_SECONDS", "-3600");
    let message = refused(&production().with(offset.0, offset.1));
    assert!(message.starts_with("MIZAN_CLOCK_OFFSET_SECONDS: is not accepted"), "{message}");
    let folder = Folder::new("offset");
    let config = Config::load(&folder.source().with(offset.0, offset.1)).unwrap();
    assert_eq!(config.clock_offset, TimeDelta::hours(-1));
    for text in ["1.5", "an hour", "9223372036854775807", "-9223372036854775808"] {
        let message = refused(&folder.source().with(offset.0, text));
        assert!(message.starts_with("MIZAN_CLOCK_OFFSET_SECONDS: `"), "{message}");
    }
}

#[test]
fn a_server_listens_at_a_name_as_well_as_at_an_address() {
    for (text, address) in
        [("localhost:3000", "127.0.0.1:3000"), ("[::1]:80", "[::1]:80"), ("0.0.0.0:1", "0.0.0.0:1")]
    {
        let source = Source::default().with("LISTEN", text);
        assert_eq!(listen(&source).map(|it| it.to_string()).as_deref(), Ok(address));
    }
}

#[test]
fn the_file_holds_settings_in_either_case_and_nothing_else() {
    let text = "listen = \"0.0.0.0:80\"\nLOGIN_PER_MINUTE_PER_IP = 5\nmetrics = true\n\
                trusted_proxies = [\"10.0.0.0/8\", \"::1\"]\n";
    let source = Source::of_toml(text).unwrap();
    assert_eq!(source.get("LISTEN"), Some("0.0.0.0:80"));
    assert_eq!(source.get("LOGIN_PER_MINUTE_PER_IP"), Some("5"));
    assert_eq!(source.get("TRUSTED_PROXIES"), Some("10.0.0.0/8,::1"));
    assert_eq!(source.get("METRICS"), Some("true"));
    assert!(Source::of_toml("lisen = \"x\"").unwrap_err().to_string().contains("lisen"));
    assert!(Source::of_toml("nonsense").is_err());
}

#[test]
fn the_logged_configuration_contains_no_secret() {
    let config = Config::load(&production().with("DATABASE_URL", "postgres://u:pass@h/d")).unwrap();
    let shown = format!("{config:?} {:?}", production());
    assert!(!shown.contains(SECRET) && !shown.contains("pass@"), "{shown}");
}

#[test]
fn a_key_needs_an_address_over_tls_and_a_sender_and_without_one_mail_waits() {
    let key = ("MAIL_API_KEY", "a key");
    let url = ("MAIL_API_URL", "https://mail.example/send");
    let from = ("MAIL_FROM", "desk@bank.example");
    let load = |settings: &[(&'static str, &str)]| {
        let source =
            settings.iter().fold(Source::default(), |it, (name, text)| it.with(name, text));
        mail::load(&source, Environment::Production, Path::new("data"))
    };
    assert!(matches!(load(&[]), Ok(MailConfig::Waits)));
    assert!(matches!(load(&[key, url, from]), Ok(MailConfig::Provider { .. })));
    let refused = |settings: &[_]| load(settings).err().map(|error| error.setting);
    assert_eq!(refused(&[key, from]).as_deref(), Some("MAIL_API_URL"));
    assert_eq!(refused(&[key, url]).as_deref(), Some("MAIL_FROM"));
    assert!(matches!(load(&[url, from]), Ok(MailConfig::Waits)));
    let plain = ("MAIL_API_URL", "http://mail.example/send");
    assert_eq!(refused(&[key, plain, from]).as_deref(), Some("MAIL_API_URL"));
    for sender in
        ["desk", "@bank.example", "a@b@c", "a b@c.example", "a@b.example\r\nBcc: c@d.example"]
    {
        assert_eq!(refused(&[key, url, ("MAIL_FROM", sender)]).as_deref(), Some("MAIL_FROM"));
    }
}
