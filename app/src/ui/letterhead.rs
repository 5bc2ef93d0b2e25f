//! The head of everything that is printed, and the lines for signatures.

use leptos::prelude::*;
use shared::organization::Letterhead;
use shared::portal::PortalMe;

use super::button::quiet_link;
use super::page::awaited;
use super::time::short_date_text;
use crate::i18n::{tu_string, use_i18n};
use crate::server::{caller, customer, service};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;

/// The address of the logo, for staff.
pub const LOGO: &str = "/api/organization/logo";
const PORTAL_LOGO: &str = "/api/portal/logo";

/// The letterhead of the reader's organization, which is displayed in print only.
pub fn letterhead() -> AnyView {
    let i18n = use_i18n();
    let is_portal = use_context::<PortalMe>().is_some();
    let logo = if is_portal { PORTAL_LOGO } else { LOGO };
    awaited(async move {
        match read(is_portal).await {
            Ok(head) => head_view(i18n, head, logo),
            // The page itself reports what is wrong.
            Err(_) => ().into_any(),
        }
    })
}

/// The letterhead of the reader's organization.
pub async fn read(is_portal: bool) -> shared::Result<Letterhead> {
    let service = service()?;
    if is_portal {
        return service.portal().letterhead(&customer()?).await;
    }
    service.organizations().letterhead(&caller()?).await
}

fn head_view(i18n: Language, head: Letterhead, logo: &'static str) -> AnyView {
    let printed = tu_string!(i18n, ui.printed, date = short_date_text(i18n, head.today));
    let image = head.has_logo.then(|| view! { <img class="letterhead-logo" src=logo alt=""/> });
    let address = (!head.address.is_empty())
        .then(|| view! { <p class="letterhead-address"><bdi>{head.address}</bdi></p> });
    view! {
        <div class="letterhead">
            {image}
            <div class="letterhead-text">
                <p class="letterhead-name">{head.name}</p>
                {address}
            </div>
            <p class="letterhead-date">{printed}</p>
        </div>
    }
    .into_any()
}

/// A line for a signature, with the text below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The office in which the person signs.
    pub office: String,
    /// The name; empty while it is open.
    pub name: String,
    /// The note from the records, such as the date of the approval.
    pub note: String,
}

/// Lines for signatures.
pub fn signatures(label: &'static str, signatures: impl IntoIterator<Item = Signature>) -> AnyView {
    let lines: Vec<_> = signatures
        .into_iter()
        .map(|Signature { office, name, note }| {
            view! {
                <li>
                    <span class="signature-office">{office}</span>
                    <span>{name}</span>
                    <span class="muted">{note}</span>
                </li>
            }
            .into_any()
        })
        .collect();
    view! {
        <ul class="signatures" aria-label=label>
            {lines}
        </ul>
    }
    .into_any()
}

/// A button that prints the page.
pub fn print_button(i18n: Language) -> AnyView {
    view! {
        <button class="button button-quiet" type="button" data-print="">
            <Icon name=IconName::Printer/>
            {tu_string!(i18n, credit.schedule.print)}
        </button>
    }
    .into_any()
}

/// A link to a page that is made for printing.
pub fn paper_link(address: String, text: impl Into<String>) -> AnyView {
    quiet_link(address, IconName::Printer, text)
}
