//! The results page of the search, for browsers without the page script and for long texts.

use leptos::prelude::*;
use leptos_router::components::Redirect;

use super::{Found, Group, search_everywhere};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::empty_state::Empty;
use crate::ui::filter::search_field;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::{PageHead, found};
use crate::ui::query::parameter;

/// The path of the page, which takes the parameter `q`.
pub(super) const PATH: &str = "/search";

/// The page at `/search`. The only record with exactly this name, number or reference
/// opens at once.
#[component]
pub fn SearchPage() -> impl IntoView {
    let i18n = use_i18n();
    let text = parameter::<String>("q").unwrap_or_default();
    let results = found(search_everywhere(text.clone()), results);
    let label = tu_string!(i18n, search.label);
    let form = view! {
        <form class="filters" role="search" action=PATH aria-label=label>
            {search_field(label, tu_string!(i18n, search.hint), text)}
            <div class="button-row">
                <button class="button" type="submit">{tu_string!(i18n, search.title)}</button>
            </div>
        </form>
    };
    PageHead::new(tu_string!(i18n, search.title), tu_string!(i18n, search.lead))
        .narrow()
        .page((form, results))
}

fn results(found: Found) -> AnyView {
    let i18n = use_i18n();
    if let Some(path) = found.exact {
        return view! { <Redirect path/> }.into_any();
    }
    if found.groups.is_empty() {
        let title = tu_string!(i18n, search.none);
        return Empty::new(IconName::Search, title, tu_string!(i18n, search.none_text)).card();
    }
    let groups = found.groups.into_iter().enumerate().map(group).collect::<Vec<_>>();
    view! { <div class="stack">{groups}</div> }.into_any()
}

fn group((index, group): (usize, Group)) -> AnyView {
    let id = format!("results-{index}");
    let lines = group.lines.into_iter().map(|line| {
        let detail = (!line.detail.is_empty()).then_some(line.detail);
        view! {
            <li>
                <a class="line-item line-item-onward" href=line.address>
                    <strong>{line.title}</strong>
                    {detail.map(|text| view! { <span class="muted">{text}</span> })}
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                </a>
            </li>
        }
    });
    let lines = lines.collect::<Vec<_>>();
    view! {
        <section class="card" aria-labelledby=id.clone()>
            <div class="card-head">
                <h2 id=id.clone()>{group.title}</h2>
            </div>
            <ul class="list-lines">{lines}</ul>
        </section>
    }
    .into_any()
}
