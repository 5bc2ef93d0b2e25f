//! The letterhead of an organization, and its logo.

use database::on_both;
use database::test_support::TestDatabase;
use shared::audit::AuditQuery;
use shared::error::Code;
use shared::organization::{LOGO_BYTES_MAX, LogoFormat, OrganizationPatch};

use super::{code, fault, faults};
use crate::support::World;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nof Amanah";

on_both!(
    the_letterhead_has_the_address_and_the_logo_of_the_own_organization,
    a_file_that_is_no_small_image_is_not_stored,
    a_logo_is_replaced_and_removed_by_the_administrator_alone,
);

async fn the_letterhead_has_the_address_and_the_logo_of_the_own_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    let head = organizations.letterhead(&world.employee).await.unwrap();
    assert_eq!((&*head.name, &*head.address, head.has_logo), ("Amanah", "", false));
    let address = Some("12 Harbour Road\r\nDubai".to_owned());
    let patch = OrganizationPatch { address, ..Default::default() };
    let changed = organizations.change(&world.admin, patch).await.unwrap();
    assert_eq!(changed.address, "12 Harbour Road\nDubai");
    organizations.set_logo(&world.admin, PNG).await.unwrap();
    let head = organizations.letterhead(&world.employee).await.unwrap();
    assert_eq!((&*head.address, head.has_logo), ("12 Harbour Road\nDubai", true));
    assert_eq!(head.today.to_string(), "2026-11-21");
    let logo = organizations.logo(&world.employee).await.unwrap();
    assert_eq!((logo.format, &*logo.content), (LogoFormat::Png, PNG));

    let foreign = organizations.letterhead(&world.stranger).await.unwrap();
    assert_eq!((&*foreign.name, &*foreign.address, foreign.has_logo), ("Baraka", "", false));
    assert_eq!(code(organizations.logo(&world.stranger).await), Code::NotFound);
    assert_eq!(code(organizations.logo(&world.foreign_admin).await), Code::NotFound);
}

async fn a_file_that_is_no_small_image_is_not_stored(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    organizations.set_logo(&world.admin, PNG).await.unwrap();
    let large = [PNG, &vec![0; LOGO_BYTES_MAX]].concat();
    for (file, fault_code) in
        [(&b"<svg onload=\"alert(1)\"/>"[..], "INVALID"), (&large, "TOO_LONG"), (b"", "REQUIRED")]
    {
        let refused = organizations.set_logo(&world.admin, file).await;
        assert_eq!(faults(refused), fault("file", fault_code));
    }
    assert_eq!(organizations.logo(&world.admin).await.unwrap().content, PNG);
}

async fn a_logo_is_replaced_and_removed_by_the_administrator_alone(db: TestDatabase) {
    let world = World::new(db).await;
    let organizations = world.service.organizations();
    for caller in [&world.hr, &world.md, &world.employee] {
        assert_eq!(code(organizations.set_logo(caller, PNG).await), Code::Forbidden);
        assert_eq!(code(organizations.remove_logo(caller).await), Code::Forbidden);
    }
    organizations.set_logo(&world.admin, PNG).await.unwrap();
    organizations.set_logo(&world.admin, b"\xff\xd8\xff\xe0").await.unwrap();
    assert_eq!(organizations.logo(&world.hr).await.unwrap().format, LogoFormat::Jpeg);
    organizations.set_logo(&world.foreign_admin, PNG).await.unwrap();
    organizations.remove_logo(&world.admin).await.unwrap();
    organizations.remove_logo(&world.admin).await.unwrap();
    assert_eq!(code(organizations.logo(&world.admin).await), Code::NotFound);
    assert_eq!(organizations.logo(&world.foreign_admin).await.unwrap().content, PNG);

    let page = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    let logos = page.data.iter().filter(|entry| entry.fields == ["logo"]);
    assert_eq!(logos.count(), 3, "two for the images, one for the removal");
}
