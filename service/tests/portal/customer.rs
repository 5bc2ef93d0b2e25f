//! Customers, as managed by staff.

use database::on_both;
use database::test_support::TestDatabase;
use shared::audit::{AuditQuery, Category};
use shared::customer::{
    CustomerInput, CustomerPatch, CustomerQuery, CustomerSort, CustomerType, PortalAccess,
};
use shared::error::Code;
use shared::id::CustomerId;
use shared::page::PageRequest;
use shared::patch::Patch;
use uuid::Uuid;

use super::customer;
use crate::sign_in::code;
use crate::support::World;

on_both!(
    a_customer_is_made_found_and_changed,
    customers_of_another_house_do_not_exist,
    customers_are_for_who_may_see_or_change_them,
    two_customers_may_share_an_address,
    the_list_searches_filters_sorts_and_pages,
    a_table_holds_the_customers_that_the_filters_let_through_and_no_formula,
    a_name_is_found_whatever_the_case_of_its_letters,
    an_audit_entry_names_the_changed_fields_without_their_values,
);

async fn a_customer_is_made_found_and_changed(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let made = world.customer("Omar").await;
    assert_eq!((&*made.name, &made.portal_account), ("Omar", &None));
    assert_eq!(customers.find(&world.admin, made.id).await.unwrap(), made);
    world.clock.advance(chrono::TimeDelta::seconds(1));
    let patch = CustomerPatch {
        customer_type: Some(CustomerType::Company),
        registration_number: Patch::Value("CN-7".to_owned()),
        phone: Patch::Null,
        ..CustomerPatch::default()
    };
    let changed = customers.change(&world.admin, made.id, patch).await.unwrap();
    assert_eq!(changed.customer_type, CustomerType::Company);
    assert_eq!(
        (changed.phone.as_deref(), changed.registration_number.as_deref()),
        (None, Some("CN-7"))
    );
    assert!(changed.updated_at > made.updated_at);
    let same = customers.change(&world.admin, made.id, CustomerPatch::default()).await.unwrap();
    assert_eq!(same, changed);
}

async fn customers_of_another_house_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let made = world.customer("Omar").await;
    let nobody = CustomerId(Uuid::nil());
    let foreign = customers.find(&world.foreign_admin, made.id).await.unwrap_err();
    assert_eq!(foreign, customers.find(&world.admin, nobody).await.unwrap_err());
    assert_eq!(foreign.code(), Code::NotFound);
    let patch = CustomerPatch { name: Some("Mine".to_owned()), ..CustomerPatch::default() };
    let refused = customers.change(&world.foreign_admin, made.id, patch).await;
    assert_eq!(code(refused), Code::NotFound);
    let list = customers.list(&world.foreign_admin, CustomerQuery::default()).await.unwrap();
    assert_eq!(list.pagination.total, 0);
    assert_eq!(customers.find(&world.admin, made.id).await.unwrap(), made);
}

async fn customers_are_for_who_may_see_or_change_them(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let made = world.customer("Omar").await;
    for caller in [&world.hr, &world.md, &world.employee] {
        assert_eq!(code(customers.list(caller, CustomerQuery::default()).await), Code::Forbidden);
        assert_eq!(code(customers.find(caller, made.id).await), Code::Forbidden);
        assert_eq!(code(customers.create(caller, customer("Ali")).await), Code::Forbidden);
        let change = customers.change(caller, made.id, CustomerPatch::default()).await;
        assert_eq!(code(change), Code::Forbidden);
    }
}

async fn two_customers_may_share_an_address(db: TestDatabase) {
    let world = World::new(db).await;
    let shared = CustomerInput { email: "family@home.example".to_owned(), ..customer("Omar") };
    for name in ["Omar", "Salma"] {
        let input = CustomerInput { name: name.to_owned(), ..shared.clone() };
        assert!(world.service.customers().create(&world.admin, input).await.is_ok());
    }
}

async fn the_list_searches_filters_sorts_and_pages(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let omar = world.customer("Omar").await;
    world.open_account(&world.admin, omar.id).await;
    let salma = world.customer("Salma").await;
    world.open_account(&world.admin, salma.id).await;
    customers.block_account(&world.admin, salma.id).await.unwrap();
    let company = CustomerInput {
        customer_type: CustomerType::Company,
        registration_number: Some("CN-100%".to_owned()),
        ..customer("Layan")
    };
    customers.create(&world.admin, company).await.unwrap();
    let names = async |query: CustomerQuery| {
        let page = customers.list(&world.admin, query).await.unwrap();
        assert_eq!(usize::try_from(page.pagination.total).unwrap(), page.data.len());
        page.data.into_iter().map(|it| it.name).collect::<Vec<_>>()
    };
    let all = CustomerQuery::default();
    assert_eq!(names(all.clone()).await, ["Layan", "Salma", "Omar"]);
    let by_name = CustomerQuery { sort: Some(CustomerSort::Name), ..all.clone() };
    assert_eq!(names(by_name.clone()).await, ["Layan", "Omar", "Salma"]);
    let last_first = CustomerQuery { sort: Some(CustomerSort::NameDescending), ..all.clone() };
    assert_eq!(names(last_first).await, ["Salma", "Omar", "Layan"]);
    let table = customers.export(&world.admin, by_name).await.unwrap();
    assert!(table.find(",Omar,") < table.find(",Salma,"), "{table}");
    for (q, expected) in [("oMAR", "Omar"), ("cn-100%", "Layan"), ("salma@", "Salma")] {
        assert_eq!(names(CustomerQuery { q: Some(q.to_owned()), ..all.clone() }).await, [expected]);
    }
    let none = CustomerQuery { q: Some("'; DROP TABLE customers; --".to_owned()), ..all.clone() };
    assert!(names(none).await.is_empty());
    for (portal, expected) in [
        (PortalAccess::None, "Layan"),
        (PortalAccess::Active, "Omar"),
        (PortalAccess::Blocked, "Salma"),
    ] {
        assert_eq!(names(CustomerQuery { portal: Some(portal), ..all.clone() }).await, [expected]);
    }
    let company = Some(CustomerType::Company);
    assert_eq!(names(CustomerQuery { customer_type: company, ..all.clone() }).await, ["Layan"]);
    let page = CustomerQuery { page: PageRequest::new(2, 2), ..all };
    let page = customers.list(&world.admin, page).await.unwrap();
    assert_eq!((page.data.len(), page.pagination.total), (1, 3));
}

async fn a_table_holds_the_customers_that_the_filters_let_through_and_no_formula(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let omar = world.customer("Omar").await;
    world.open_account(&world.admin, omar.id).await;
    let tricky = CustomerInput { phone: Some("+971 4 000".to_owned()), ..customer("Layan") };
    customers.create(&world.admin, tricky).await.unwrap();
    let all = CustomerQuery { page: PageRequest::new(9, 1), ..CustomerQuery::default() };
    let table = customers.export(&world.admin, all.clone()).await.unwrap();
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[0].starts_with("\u{feff}id,name,type,email,phone,registrationNumber,address,"));
    assert!(table.contains(",Layan,") && table.contains(",\"'+971 4 000\","), "{table}");
    assert!(table.contains(&format!("{},Omar,", omar.id)), "{table}");
    let active = CustomerQuery { portal: Some(PortalAccess::Active), ..all.clone() };
    let table = customers.export(&world.admin, active).await.unwrap();
    assert!(table.contains(",Omar,") && !table.contains(",Layan,"), "{table}");
    let foreign = customers.export(&world.foreign_admin, all.clone()).await.unwrap();
    assert_eq!(foreign.lines().count(), 1);
    assert_eq!(code(customers.export(&world.hr, all).await), Code::Forbidden);
}

async fn a_name_is_found_whatever_the_case_of_its_letters(db: TestDatabase) {
    let world = World::new(db).await;
    let customers = world.service.customers();
    let named = CustomerInput { name: "Élodie Çelik".to_owned(), ..customer("Shop") };
    customers.create(&world.admin, named).await.unwrap();
    for text in ["Élodie", "élodie", "ÉLODIE", "çelik", "élodie çelik"] {
        let query = CustomerQuery { q: Some(text.to_owned()), ..CustomerQuery::default() };
        let page = customers.list(&world.admin, query).await.unwrap();
        assert_eq!((page.data.len(), page.pagination.total), (1, 1), "{text}");
    }
}

async fn an_audit_entry_names_the_changed_fields_without_their_values(db: TestDatabase) {
    let world = World::new(db).await;
    let made = world.customer("Omar").await;
    let patch = CustomerPatch { name: Some("Omar Said".to_owned()), ..CustomerPatch::default() };
    world.service.customers().change(&world.admin, made.id, patch).await.unwrap();
    let query = AuditQuery { category: Some(Category::Customers), ..AuditQuery::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    let recorded: Vec<_> =
        entries.iter().map(|it| (it.action.as_str(), it.fields.join(" "))).collect();
    assert_eq!(recorded[0], ("customer.changed", "name".to_owned()));
    assert_eq!(recorded[1].0, "customer.created");
    assert_eq!(entries[0].entity_id, Some(made.id.to_string()));
}
