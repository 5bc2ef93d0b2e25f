//! Customers of the demo, managed by the credit officer: people and companies, with and without an
//! account at the portal, some with a second factor, and one whose account is blocked.

use chrono::Days;
use shared::customer::{CustomerInput, CustomerType};
use shared::error::Result;
use shared::portal::PortalAccountInput;

use super::{DemoAccount, DemoPeople, Filling, repo};
use crate::audit::Actor;
use crate::caller::RequestContext;
use crate::mfa::{Mfa, Realm};

/// The role of customers in the list of demo accounts.
pub const CUSTOMER_ROLE: &str = "customer";

/// A demo customer's portal access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Portal {
    None,
    Temporary,
    Open,
    SecondFactor,
    Blocked,
}

/// A customer of the demo.
struct CustomerContent {
    name: &'static str,
    email: &'static str,
    phone: &'static str,
    registration_number: Option<&'static str>,
    address: &'static str,
    portal: Portal,
    /// The role shown in the list of demo accounts.
    desk: Option<&'static str>,
}

const CUSTOMERS: [CustomerContent; 8] = [
    CustomerContent {
        name: "Omar Haddad",
        email: "omar.haddad@customers.example",
        phone: "+971 50 000 0101",
        registration_number: None,
        address: "Villa 12, Street 8\nMirdif, Dubai",
        portal: Portal::Open,
        desk: Some("Customer at the portal"),
    },
    CustomerContent {
        name: "Layan Trading LLC",
        email: "accounts@layan-trading.example",
        phone: "+971 4 000 0102",
        registration_number: Some("CN-1044821"),
        address: "Office 504, Creek Tower\nDeira, Dubai",
        portal: Portal::Open,
        desk: Some("Company at the portal"),
    },
    CustomerContent {
        name: "Salma Idris",
        email: "salma.idris@customers.example",
        phone: "+971 55 000 0103",
        registration_number: None,
        address: "Flat 302, Palm Residence\nSharjah",
        portal: Portal::Temporary,
        desk: None,
    },
    CustomerContent {
        name: "Noor Bakeries",
        email: "office@noor-bakeries.example",
        phone: "+971 6 000 0104",
        registration_number: Some("CN-2090417"),
        address: "Industrial Area 5\nSharjah",
        portal: Portal::Blocked,
        desk: None,
    },
    CustomerContent {
        name: "Daniel Mensah",
        email: "daniel.mensah@customers.example",
        phone: "+971 52 000 0105",
        registration_number: None,
        address: "Flat 7, Garden Court\nAjman",
        portal: Portal::None,
        desk: None,
    },
    CustomerContent {
        name: "Gulf Clinics Group",
        email: "finance@gulf-clinics.example",
        phone: "+971 2 000 0106",
        registration_number: Some("CN-3310086"),
        address: "Level 3, Corniche Plaza\nAbu Dhabi",
        portal: Portal::SecondFactor,
        desk: None,
    },
    CustomerContent {
        name: "Farah Osman",
        email: "farah.osman@customers.example",
        phone: "+971 56 000 0107",
        registration_number: None,
        address: "House 41, Al Jazzat\nSharjah",
        portal: Portal::SecondFactor,
        desk: None,
    },
    CustomerContent {
        name: "Rashid Logistics",
        email: "operations@rashid-logistics.example",
        phone: "+971 4 000 0108",
        registration_number: Some("CN-1187302"),
        address: "Warehouse 9, Jebel Ali\nDubai",
        portal: Portal::None,
        desk: None,
    },
];

/// Creates the customers, one every ten days, and returns those who can sign in.
pub(super) async fn fill(filling: Filling<'_>, password: &str) -> Result<Vec<DemoAccount>> {
    let Filling { service, clock, people, now } = filling;
    let officer = filling.holder("credit_officer", 0).await?;
    let context = service.context();
    let hash = context.passwords.hash(&context.secrets, password).await?;
    let customers = service.customers();
    for (content, days) in CUSTOMERS.iter().zip((1..=80).rev().step_by(10)) {
        clock.set(now - Days::new(days));
        let customer = customers.create(&officer, content.input()).await?;
        if content.portal == Portal::None {
            continue;
        }
        let input = PortalAccountInput::default();
        let made = customers.create_account(&officer, customer.id, input).await?;
        if content.portal != Portal::Temporary {
            let mut tx = context.begin_within(people.organization).await?;
            repo::settle_portal(&mut tx, made.account.id, &hash).await?;
            tx.commit().await?;
        }
        if content.portal == Portal::SecondFactor {
            let (actor, id) = (actor(people, content), made.account.id.0);
            Mfa::new(context, Realm::Customer).pretend(&actor, id, content.email).await?;
        }
        if content.portal == Portal::Blocked {
            customers.block_account(&officer, customer.id).await?;
        }
    }
    Ok(CUSTOMERS.iter().filter_map(|content| content.member(password)).collect())
}

/// The customer as an actor, without data of a request.
fn actor<'c>(people: &DemoPeople, content: &'c CustomerContent) -> Actor<'c> {
    static REQUEST: RequestContext =
        RequestContext { request_id: None, ip: None, user_agent: None };
    let organization = people.organization;
    Actor { organization, id: None, name: content.name, api_token: None, request: &REQUEST }
}

impl CustomerContent {
    fn input(&self) -> CustomerInput {
        CustomerInput {
            name: self.name.to_owned(),
            email: self.email.to_owned(),
            phone: Some(self.phone.to_owned()),
            customer_type: match self.registration_number {
                Some(_) => CustomerType::Company,
                None => CustomerType::Individual,
            },
            registration_number: self.registration_number.map(str::to_owned),
            address: Some(self.address.to_owned()),
        }
    }

    fn member(&self, password: &str) -> Option<DemoAccount> {
        Some(DemoAccount {
            name: self.name.to_owned(),
            email: self.email.to_owned(),
            password: password.to_owned(),
            role: CUSTOMER_ROLE.to_owned(),
            desk: self.desk?.to_owned(),
        })
    }
}
