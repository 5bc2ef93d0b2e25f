//! A person: initials, name and a secondary line.

use leptos::prelude::*;

/// A person with their initials.
///
/// * `sub`: the secondary line; empty for none.
#[component]
pub fn Person(#[prop(into)] name: String, #[prop(into, optional)] sub: String) -> impl IntoView {
    let initials = initials(&name);
    view! {
        <div class="person">
            <span class="avatar" aria-hidden="true">{initials}</span>
            <div>
                <span class="person-name">{name}</span>
                {(!sub.is_empty()).then(|| view! { <span class="person-sub">{sub}</span> })}
            </div>
        </div>
    }
    .into_any()
}

/// A person as the row header of a table, with a link to their page.
pub fn person_link(name: String, address: String, about: impl IntoView + 'static) -> AnyView {
    let initials = initials(&name);
    view! {
        <div class="person">
            <span class="avatar" aria-hidden="true">{initials}</span>
            <div>
                <a class="table-link" href=address>
                    {name}
                </a>
                <span class="person-sub">{about.into_any()}</span>
            </div>
        </div>
    }
    .into_any()
}

/// Facts about a person, on one line.
pub fn about_line(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The initials: the first letters of the first and the last word.
pub fn initials(name: &str) -> String {
    let mut words = name.split_whitespace().filter_map(|word| word.chars().next());
    let first = words.next();
    first.into_iter().chain(words.next_back()).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_of_the_first_and_the_last_name() {
        for (name, expected) in [
            ("Sara Khan", "SK"),
            ("Muhammad Abdurrahman al-Khatib", "MA"),
            ("cher", "C"),
            ("", ""),
            ("  ليلى رحمن ", "لر"),
        ] {
            assert_eq!(initials(name), expected);
        }
    }
}
