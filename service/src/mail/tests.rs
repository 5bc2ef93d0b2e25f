use std::sync::{Arc, Mutex};

use futures::FutureExt;
use shared::organization::NewOrganization;
use tokio::sync::Semaphore;

use super::*;
use crate::clock::ManualClock;
use crate::context::Settings;
use crate::secret::Secrets;
use database::on_both;
use database::test_support::TestDatabase;

on_both!(
    a_mail_is_sent_once_and_to_whom_it_is_for,
    a_mail_of_a_change_that_failed_is_never_sent,
    a_refused_mail_is_tried_again_later_under_the_same_id_and_given_up_after_ten,
    two_servers_at_once_send_a_mail_once,
    a_mail_whose_server_died_while_sending_is_sent_again_under_the_same_id,
    a_mail_put_off_while_a_clock_ran_ahead_is_sent_once_it_is_right,
    the_self_check_names_mail_that_waits_for_long,
    mail_that_was_given_up_can_be_tried_again_or_removed,
);

#[test]
fn waits_double_up_to_a_quarter_of_a_day() {
    let minutes = [1, 2, 3, 9, 10, 40, 400].map(|attempt| back_off(attempt).num_minutes());
    assert_eq!(minutes, [1, 2, 4, 256, 360, 360, 360]);
}

#[test]
fn names_in_a_mail_are_text_and_stay_in_their_line() {
    let paragraphs = ["Dear <b>\"A\" & 'B'</b>,".to_owned(), "Bye.".to_owned()];
    let message = Message::of_paragraphs("a@b.example", "One\r\nBcc: x@y.example", &paragraphs);
    assert_eq!(message.subject, "One  Bcc: x@y.example");
    assert_eq!(message.text, "Dear <b>\"A\" & 'B'</b>,\n\nBye.\n");
    let html = "<p>Dear &lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;,</p>\n<p>Bye.</p>\n";
    assert_eq!(message.html, html);
}

struct Fixture {
    _db: TestDatabase,
    clock: Arc<ManualClock>,
    service: Service,
    organization: OrganizationId,
}

impl Fixture {
    async fn new(db: TestDatabase) -> Self {
        let clock = Arc::new(ManualClock::at("2026-11-21T09:00:00Z".parse().unwrap()));
        let ticking = Arc::<ManualClock>::clone(&clock);
        let settings = Settings { login_per_minute_per_ip: 1_000, ..Settings::default() };
        let secrets = Secrets::for_testing();
        let service = Service::with_settings((*db).clone(), secrets, ticking, settings);
        let input = NewOrganization {
            name: "Amanah".to_owned(),
            admin_name: "Omar".to_owned(),
            admin_email: "omar@amanah.example".to_owned(),
        };
        let organization = service.organizations().create(input).await.unwrap().organization_id;
        Self { _db: db, clock, service, organization }
    }

    async fn write(&self, commit: bool) {
        let context = self.service.context();
        let mut tx = context.db.begin().await.unwrap();
        let message = Message {
            recipient: "zaid@customer.example".to_owned(),
            subject: "No recovery codes are left".to_owned(),
            text: "Make new ones.".to_owned(),
            html: "<p>Make new ones.</p>".to_owned(),
        };
        record(&mut tx, context, self.organization, message).await.unwrap();
        if commit {
            tx.commit().await.unwrap();
        }
    }

    async fn send(&self, post: &Post) -> usize {
        self.service.mails().send_due(post).await.unwrap()
    }
}

/// Collects messages; fails while it is closed.
struct Post {
    taken: Mutex<Vec<Mail>>,
    refusing: bool,
    /// Sending takes a permit.
    permits: Semaphore,
}

impl Post {
    fn open() -> Self {
        Self { taken: Mutex::default(), refusing: false, permits: Semaphore::new(1_000) }
    }

    fn ids(&self) -> Vec<Uuid> {
        self.taken.lock().unwrap().iter().map(|mail| mail.id).collect()
    }
}

impl Transport for Post {
    fn send<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, std::result::Result<(), String>> {
        async move {
            self.taken.lock().unwrap().push(mail.clone());
            self.permits.acquire().await.unwrap().forget();
            if self.refusing { Err("the provider answered 500".to_owned()) } else { Ok(()) }
        }
        .boxed()
    }
}

async fn a_mail_is_sent_once_and_to_whom_it_is_for(db: TestDatabase) {
    let (fixture, post) = (Fixture::new(db).await, Post::open());
    assert_eq!(fixture.send(&post).await, 0);
    fixture.write(true).await;
    assert_eq!(fixture.send(&post).await, 1);
    fixture.clock.advance(TimeDelta::days(1));
    assert_eq!(fixture.send(&post).await, 0);
    let taken = post.taken.lock().unwrap();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].recipient, "zaid@customer.example");
    assert_eq!(taken[0].text, "Make new ones.");
}

async fn a_mail_of_a_change_that_failed_is_never_sent(db: TestDatabase) {
    let (fixture, post) = (Fixture::new(db).await, Post::open());
    fixture.write(false).await;
    assert_eq!(fixture.send(&post).await, 0);
}

async fn a_refused_mail_is_tried_again_later_under_the_same_id_and_given_up_after_ten(
    db: TestDatabase,
) {
    let fixture = Fixture::new(db).await;
    let post = Post { refusing: true, ..Post::open() };
    fixture.write(true).await;
    for attempt in 1..=10_i64 {
        assert_eq!(fixture.send(&post).await, 0);
        fixture.clock.advance(back_off(attempt) - TimeDelta::seconds(1));
        assert_eq!(fixture.send(&post).await, 0, "not before its time");
        fixture.clock.advance(TimeDelta::seconds(1));
    }
    fixture.send(&post).await;
    let ids = post.ids();
    assert_eq!(ids.len(), 10);
    assert!(ids.iter().all(|id| *id == ids[0]));
    let findings = fixture.service.self_check().run().await.unwrap();
    assert!(findings.iter().any(|it| it.code == "MAIL_WAITING"), "{findings:?}");
}

async fn mail_that_was_given_up_can_be_tried_again_or_removed(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    let closed = Post { refusing: true, ..Post::open() };
    let give_up = async || {
        for attempt in 1..=10_i64 {
            fixture.send(&closed).await;
            fixture.clock.advance(back_off(attempt));
        }
    };
    fixture.write(true).await;
    let id = {
        fixture.send(&closed).await;
        closed.ids()[0]
    };
    fixture.clock.advance(back_off(1));
    let mails = fixture.service.mails();
    assert!(!mails.discard(id).await.unwrap(), "it is still tried");
    assert_eq!(mails.retry().await.unwrap(), 0, "it is still tried");
    give_up().await;
    assert_eq!(mails.retry().await.unwrap(), 1);
    assert_eq!(fixture.send(&Post::open()).await, 1);
    assert!(!mails.discard(id).await.unwrap(), "it has arrived");

    fixture.write(true).await;
    give_up().await;
    let id = *closed.ids().last().unwrap();
    assert_eq!(fixture.send(&Post::open()).await, 0);
    let findings = fixture.service.self_check().run().await.unwrap();
    assert!(findings[0].message.contains(&format!("mizan mail discard {id}")), "{findings:?}");
    assert!(mails.discard(id).await.unwrap());
    assert_eq!(fixture.service.self_check().run().await.unwrap(), []);
}

async fn two_servers_at_once_send_a_mail_once(db: TestDatabase) {
    let (fixture, post) = (Fixture::new(db).await, Post::open());
    for _ in 0..5 {
        fixture.write(true).await;
    }
    let (one, other) = futures::join!(fixture.send(&post), fixture.send(&post));
    assert_eq!(one + other, 5);
    let mut ids = post.ids();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), post.ids().len()), (5, 5));
}

async fn a_mail_whose_server_died_while_sending_is_sent_again_under_the_same_id(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    let stuck = Post { permits: Semaphore::new(0), ..Post::open() };
    fixture.write(true).await;
    let mails = fixture.service.mails();
    let mut dying = Box::pin(mails.send_due(&stuck).fuse());
    while stuck.ids().is_empty() {
        futures::select_biased! {
            _ = &mut dying => panic!("nothing was to be sent"),
            () = tokio::task::yield_now().fuse() => {}
        }
    }
    drop(dying);
    let post = Post::open();
    assert_eq!(fixture.send(&post).await, 0, "the attempt may still be under way");
    fixture.clock.advance(CLAIM);
    assert_eq!(fixture.send(&post).await, 1);
    assert_eq!(post.ids(), stuck.ids());
}

async fn a_mail_put_off_while_a_clock_ran_ahead_is_sent_once_it_is_right(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    let closed = Post { refusing: true, ..Post::open() };
    fixture.write(true).await;
    fixture.clock.advance(TimeDelta::days(365));
    assert_eq!(fixture.send(&closed).await, 0);
    fixture.clock.advance(-TimeDelta::days(365));
    assert_eq!(fixture.send(&Post::open()).await, 1);
}

async fn the_self_check_names_mail_that_waits_for_long(db: TestDatabase) {
    let fixture = Fixture::new(db).await;
    fixture.write(true).await;
    assert_eq!(fixture.service.self_check().run().await.unwrap(), []);
    fixture.clock.advance(TimeDelta::minutes(11));
    let findings = fixture.service.self_check().run().await.unwrap();
    assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), ["MAIL_WAITING"]);
    assert_eq!(fixture.send(&Post::open()).await, 1);
    assert_eq!(fixture.service.self_check().run().await.unwrap(), []);
}
