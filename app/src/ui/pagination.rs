//! Links to the pages of a list.

use leptos::prelude::*;
use shared::page::{DEFAULT_LIMIT, Pagination};

use super::icon::{Icon, IconName};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits;
use crate::ui::label::Language;
use crate::ui::query::PAGE_SIZES;

/// Links to the pages of a list; nothing when the list has no rows.
///
/// * `pagination`: the current page and the totals.
/// * `address`: the URL of a page, counted from 1.
/// * `sizes`: the URL of the list with another number of rows on a page.
#[component]
pub fn PageLinks(
    pagination: Pagination,
    address: Callback<u64, String>,
    #[prop(optional)] sizes: Option<Callback<u32, String>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let Pagination { page, limit, total, total_pages } = pagination;
    if total == 0 {
        return ().into_any();
    }
    let (page, limit) = (u64::from(page), u64::from(limit));
    let first = (page - 1).saturating_mul(limit) + 1;
    let range = tu_string!(
        i18n,
        ui.page_range,
        first = first.min(total),
        last = total.min(page.saturating_mul(limit)),
        total = total,
    );
    let step = move |target: u64, label: &'static str, icon| {
        let usable = (1..=total_pages).contains(&target) && target != page;
        view! {
            <li>
                <a
                    class="pagination-link"
                    href=usable.then(|| address.run(target))
                    role=(!usable).then_some("link")
                    aria-disabled=(!usable).then_some("true")
                    aria-label=label
                >
                    <Icon name=icon class="icon-mirror"/>
                </a>
            </li>
        }
        .into_any()
    };
    let numbers: Vec<_> = page_window(page, total_pages)
        .map(|number| {
            let current = (number == page).then_some("page");
            view! {
                <li>
                    <a class="pagination-link" href=address.run(number) aria-current=current>
                        {digits::number(number)}
                    </a>
                </li>
            }
            .into_any()
        })
        .collect();
    view! {
        <nav class="pagination" aria-label=tu_string!(i18n, ui.pages)>
            <p>{range}</p>
            {sizes.map(|sizes| page_sizes(i18n, pagination, sizes))}
            <ul>
                {step(page - 1, tu_string!(i18n, ui.previous_page), IconName::ChevronLeft)}
                {numbers}
                {step(page + 1, tu_string!(i18n, ui.next_page), IconName::ChevronRight)}
            </ul>
        </nav>
    }
    .into_any()
}

/// The choice of the rows on a page, and of compact rows, which the page script offers.
fn page_sizes(i18n: Language, current: Pagination, address: Callback<u32, String>) -> AnyView {
    let links: Vec<_> = PAGE_SIZES
        .into_iter()
        .map(|size| {
            let is_current = (size == current.limit).then_some("true");
            view! {
                <a class="pagination-link" href=address.run(size) aria-current=is_current>
                    {digits::number(size)}
                </a>
            }
            .into_any()
        })
        .collect();
    let sizes = (current.total > u64::from(DEFAULT_LIMIT)).then(|| {
        view! {
            <div class="page-sizes">
                <span>{tu_string!(i18n, list.rows)}</span>
                {links}
            </div>
        }
    });
    view! {
        {sizes}
        <label class="choice density" hidden=true>
            <input type="checkbox" name="density" autocomplete="off"/>
            <span>{tu_string!(i18n, list.compact)}</span>
        </label>
    }
    .into_any()
}

/// The pages with a numbered link: at most five, around the current one.
fn page_window(page: u64, total_pages: u64) -> std::ops::RangeInclusive<u64> {
    let last = (page + 2).max(5).min(total_pages);
    let first = last.saturating_sub(4).max(1);
    first..=last
}

#[cfg(test)]
mod tests {
    use super::page_window;

    #[test]
    fn five_pages_around_the_current_one_are_shown() {
        for (page, total, expected) in
            [(1, 1, 1..=1), (1, 3, 1..=3), (1, 9, 1..=5), (5, 9, 3..=7), (9, 9, 5..=9)]
        {
            assert_eq!(page_window(page, total), expected, "{page} of {total}");
        }
    }
}
