//! Facts about a record: terms with values.

use leptos::prelude::*;

/// Facts as a grid; values keep the text direction of their own script.
pub fn facts<Term: Into<String>>(facts: impl IntoIterator<Item = (Term, String)>) -> AnyView {
    let facts = facts.into_iter().map(|(term, text)| (term, view! { <bdi>{text}</bdi> }));
    grid(facts.map(|(term, text)| (term.into(), text.into_any())))
}

/// Facts as a grid, with values in the language of the page.
pub fn plain_facts<Term: Into<String>>(
    facts: impl IntoIterator<Item = (Term, impl IntoView + 'static)>,
) -> AnyView {
    grid(facts.into_iter().map(|(term, text)| (term.into(), text.into_any())))
}

fn grid(facts: impl Iterator<Item = (String, AnyView)>) -> AnyView {
    let facts: Vec<_> = facts
        .map(|(term, text)| view! { <div><dt>{term}</dt><dd>{text}</dd></div> }.into_any())
        .collect();
    view! { <dl class="facts">{facts}</dl> }.into_any()
}

/// The items of a list of facts.
pub fn fact_lines(
    facts: impl IntoIterator<Item = (&'static str, impl IntoView + 'static)>,
) -> Vec<AnyView> {
    let line = |(term, text)| view! { <dt>{term}</dt><dd>{text}</dd> }.into_any();
    facts.into_iter().map(line).collect()
}

/// A list of facts.
pub fn fact_list(
    facts: impl IntoIterator<Item = (&'static str, impl IntoView + 'static)>,
) -> AnyView {
    view! { <dl class="facts-list">{fact_lines(facts)}</dl> }.into_any()
}
