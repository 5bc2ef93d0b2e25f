//! The review queue: the facilities pending for the user's decision, next to the selected one.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;
use shared::credit::facility::Facility;
use shared::page::Page;

use super::area::{Area, credit_tabs};
use super::label::{product_label, status_badge, status_label};
use super::queue_page_data::ReviewPageData;
use super::queue_pane::pane;
use super::review_page_data;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::ui::badge::Tone;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::money::money;
use crate::ui::notice::Notice;
use crate::ui::page::{PageHead, found};
use crate::ui::pagination::PageLinks;
use crate::ui::time::{exact_text, local_date, short_date_text};

/// The query parameters of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
struct QueueAddress {
    /// The page of the pending facilities, from 1.
    page: u32,
    /// The reference of the selected facility.
    chosen: Option<String>,
    /// The reference of the facility that was just decided on.
    decided: Option<String>,
}

impl QueueAddress {
    fn read(query: &ParamsMap) -> Self {
        let text = |name: &str| query.get(name).filter(|text| !text.is_empty());
        let page = text("page").and_then(|page| page.parse().ok()).filter(|page| *page > 0);
        Self { page: page.unwrap_or(1), chosen: text("ref"), decided: text("done") }
    }

    fn path(&self) -> String {
        let chosen = self.chosen.as_ref().map(|text| format!("ref={}", encode(text)));
        let decided = self.decided.as_ref().map(|text| format!("done={}", encode(text)));
        let page = (self.page > 1).then(|| format!("page={}", self.page));
        let parts = [chosen, decided, page];
        let query: Vec<_> = parts.into_iter().flatten().collect();
        if query.is_empty() {
            return "/credit/queue".to_owned();
        }
        format!("/credit/queue?{}", query.join("&"))
    }
}

/// The page at `/credit/queue`.
#[component]
pub fn ReviewQueuePage() -> impl IntoView {
    let QueueAddress { page, chosen, decided } =
        QueueAddress::read(&use_query_map().get_untracked());
    found(review_page_data(page, chosen, decided), page_view)
}

fn page_view(data: ReviewPageData) -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, credit.queue.title);
    let lead = tu_string!(i18n, credit.queue.lead);
    let next = data.next().map(str::to_owned);
    let ReviewPageData { waiting, chosen, decided } = data;
    let news = decided.map(|facility| news(i18n, &facility));
    let content = match chosen {
        None => empty(i18n),
        Some(chosen) => {
            let page = waiting.pagination.page;
            let reference = chosen.facility.facility_ref.clone();
            let decided = Some(reference.clone());
            let then = QueueAddress { page, chosen: next, decided }.path();
            let list = waiting_list(i18n, waiting, Some(&reference));
            view! { <div class="review-layout">{list} {pane(chosen, &then)}</div> }.into_any()
        }
    };

    PageHead::new(title, lead).page((credit_tabs(Area::Queue), news, content))
}

/// The outcome of the latest decision.
fn news(i18n: Language, facility: &Facility) -> AnyView {
    let title = tu_string!(
        i18n,
        credit.queue.decided,
        reference = &facility.facility_ref,
        status = status_label(i18n, facility.status),
    );
    view! {
        <div role="status">
            <Notice tone=Tone::Success title/>
        </div>
    }
    .into_any()
}

fn empty(i18n: Language) -> AnyView {
    Empty::new(
        IconName::Inbox,
        tu_string!(i18n, credit.queue.empty),
        tu_string!(i18n, credit.queue.empty_text),
    )
    .next("/credit", tu_string!(i18n, credit.queue.all))
    .card()
}

/// The pending facilities, one link each.
fn waiting_list(i18n: Language, waiting: Page<Facility>, chosen: Option<&str>) -> AnyView {
    let Page { data, pagination, next_cursor: _ } = waiting;
    if data.is_empty() {
        return empty(i18n);
    }
    let title = tu_string!(i18n, credit.queue.waiting, count = pagination.total);
    let address = Callback::new(|page: u64| {
        let page = u32::try_from(page).unwrap_or(1);
        QueueAddress { page, chosen: None, decided: None }.path()
    });
    let lines: Vec<_> = data
        .iter()
        .map(|facility| {
            let is_chosen = chosen == Some(facility.facility_ref.as_str());
            line(i18n, facility, is_chosen, pagination.page)
        })
        .collect();

    view! {
        <section class="stack-tight" aria-labelledby="waiting">
            <h2 id="waiting">{title}</h2>
            <div class="card">
                <ul class="list-lines">{lines}</ul>
            </div>
            <PageLinks pagination address/>
        </section>
    }
    .into_any()
}

/// The link leads to the facility, which is below the list on a narrow screen.
fn line(i18n: Language, facility: &Facility, is_chosen: bool, page: u32) -> AnyView {
    let reference = facility.facility_ref.clone();
    let address = QueueAddress { page, chosen: Some(reference.clone()), decided: None };
    let address = format!("{}#chosen", address.path());
    let current = is_chosen.then_some("true");
    let product = product_label(i18n, facility.product_type);
    let amount = money(i18n, facility.facility_amount);
    let waits = facility.updated_at;
    let since = short_date_text(i18n, local_date(waits));

    view! {
        <li>
            <a class="review-line" href=address aria-current=current>
                <span class="review-line-head">
                    <strong class="facility-ref">{reference}</strong>
                    {status_badge(i18n, facility.status)}
                </span>
                <span>{facility.customer_name.clone()}</span>
                <span class="review-line-sub">
                    <span>{product} " · " {amount}</span>
                    <time datetime=waits.to_rfc3339() title=exact_text(i18n, waits)>
                        {tu_string!(i18n, credit.queue.since, date = since)}
                    </time>
                </span>
            </a>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_says_which_facility_is_looked_at() {
        let mut query = ParamsMap::new();
        assert_eq!(QueueAddress::read(&query).path(), "/credit/queue");
        query.insert("page", "2".to_owned());
        query.insert("ref", "CF-1".to_owned());
        query.insert("done", "CF 2".to_owned());
        let address = QueueAddress::read(&query);
        assert_eq!(address.path(), "/credit/queue?ref=CF-1&done=CF%202&page=2");
    }

    #[test]
    fn nonsense_in_the_address_counts_as_not_said() {
        let mut query = ParamsMap::new();
        for (name, text) in [("page", "0"), ("ref", ""), ("done", "")] {
            query.insert(name, text.to_owned());
        }
        assert_eq!(
            QueueAddress::read(&query),
            QueueAddress { page: 1, chosen: None, decided: None }
        );
    }
}
