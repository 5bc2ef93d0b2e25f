//! Delivery of mail to a provider, or into a directory.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use chrono::TimeDelta;
use http::{HeaderMap, StatusCode};
use serde_json::Value;
use server::config::MailConfig;
use server::mail::transport;
use service::mail::Mail;
use service::random::Ids;
use shared::id::OrganizationId;
use tokio::net::TcpListener;

type Letters = Arc<Mutex<Vec<(HeaderMap, Value)>>>;

fn letter() -> Mail {
    let ids = Ids::default();
    Mail {
        organization_id: OrganizationId(ids.unordered()),
        id: ids.unordered(),
        recipient: "zaid@customer.example".to_owned(),
        subject: "No recovery codes are left: لا توجد رموز".to_owned(),
        text: "Make new ones.\nIn the settings.".to_owned(),
        html: "<p>Make new ones.</p>".to_owned(),
        created_at: chrono::DateTime::UNIX_EPOCH + TimeDelta::days(20_000),
        attempts: 0,
    }
}

/// A provider that collects messages and responds with the given status.
async fn provider(status: StatusCode) -> (MailConfig, Letters) {
    let letters = Letters::default();
    let kept = Arc::clone(&letters);
    let take = move |headers: HeaderMap, body: Bytes| async move {
        kept.lock().unwrap().push((headers, serde_json::from_slice(&body).unwrap()));
        (status, [("location", "http://127.0.0.1:9/elsewhere")])
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mail", listener.local_addr().unwrap());
    let router = Router::new().route("/mail", post(take));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let (key, from) = ("key-of-the-provider".to_owned().into(), "desk@bank.example".to_owned());
    (MailConfig::Provider { url, key, from }, letters)
}

#[tokio::test]
async fn a_provider_gets_the_mail_with_its_key_and_an_id_that_stays() {
    let (config, letters) = provider(StatusCode::ACCEPTED).await;
    let (post, mail) = (transport(&config).unwrap(), letter());
    for _ in 0..2 {
        post.send(&mail).await.unwrap();
    }
    let letters = letters.lock().unwrap();
    assert_eq!(letters.len(), 2);
    for (headers, body) in letters.iter() {
        assert_eq!(headers["authorization"], "Bearer key-of-the-provider");
        assert_eq!(headers["content-type"], "application/json");
        assert_eq!(headers["idempotency-key"], mail.id.to_string());
        let members = ["from", "to", "subject", "text", "html"].map(|it| body[it].as_str());
        let sender = "desk@bank.example";
        let wanted = [sender, &mail.recipient, &mail.subject, &mail.text, &mail.html].map(Some);
        assert_eq!(members, wanted);
    }
}

#[tokio::test]
async fn errors_and_redirects_of_a_provider_are_logged_without_the_key() {
    for status in [500, 429, 401, 302] {
        let (config, _) = provider(StatusCode::from_u16(status).unwrap()).await;
        let error = transport(&config).unwrap().send(&letter()).await.unwrap_err();
        assert!(!error.contains("key-of") && !error.is_empty(), "{status}: {error}");
    }
    let nobody = MailConfig::Provider {
        url: "http://127.0.0.1:9/mail".to_owned(),
        key: "key-of-the-provider".to_owned().into(),
        from: "desk@bank.example".to_owned(),
    };
    let error = transport(&nobody).unwrap().send(&letter()).await.unwrap_err();
    assert!(error.contains("could not be reached") && !error.contains("key-of"), "{error}");
}

#[tokio::test]
async fn without_a_provider_a_mail_becomes_one_file_however_often_it_is_sent() {
    let path = std::env::temp_dir().join(format!("mizan-{}", Ids::default().unordered()));
    let config = MailConfig::Folder { path: path.clone(), from: "desk@bank.example".to_owned() };
    let (post, mail) = (transport(&config).unwrap(), letter());
    for _ in 0..2 {
        post.send(&mail).await.unwrap();
    }
    let files: Vec<_> = std::fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()).collect();
    let text = std::fs::read_to_string(&files[0]).unwrap();
    std::fs::remove_dir_all(path).unwrap();
    assert_eq!(files.len(), 1);
    assert!(files[0].ends_with(format!("{}.eml", mail.id)), "{files:?}");
    let lines = ["zaid@customer.example", "desk@bank.example", "multipart/alternative"];
    assert!(lines.iter().all(|line| text.contains(line)), "{text}");
}
