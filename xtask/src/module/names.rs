//! The name of a module in its forms.

use anyhow::{Result, ensure};

/// Longer names would not fit into the lines of the registrations.
const LETTERS_MAX: usize = 24;

/// Words that Rust reserves.
const RESERVED: [&str; 51] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The name of a module, as in `training_plan`, and its plural.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    noun: String,
    nouns: String,
}

impl Names {
    /// Reads a name in `snake_case`; without a plural, the regular one is taken.
    ///
    /// Errors: names that cannot be identifiers, and a plural that equals the noun.
    pub fn parse(noun: &str, plural: Option<&str>) -> Result<Self> {
        require_snake_case(noun)?;
        let nouns = plural.map_or_else(|| regular_plural(noun), str::to_owned);
        require_snake_case(&nouns)?;
        ensure!(noun != nouns, "the plural of {noun} has to differ from it: add --plural");
        Ok(Self { noun: noun.to_owned(), nouns })
    }

    /// The text with its placeholders replaced: `__noun__` and `__nouns__` in snake case,
    /// `__Noun__` and `__Nouns__` in camel case, `__noun-kebab__` and `__nouns-kebab__`, and
    /// `__noun_text__`, `__nouns_text__`, `__Noun_text__` and `__Nouns_text__` as words.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (end, name) in [("oun", &self.noun), ("ouns", &self.nouns)] {
            for (placeholder, form) in forms(name) {
                filled = filled.replace(&placeholder.replace("oun", end), &form);
            }
        }
        filled
    }
}

/// The singular placeholders, with the forms of the name.
fn forms(name: &str) -> [(&'static str, String); 5] {
    let words = name.replace('_', " ");
    [
        ("__noun__", name.to_owned()),
        ("__Noun__", camel_case(name)),
        ("__noun-kebab__", name.replace('_', "-")),
        ("__noun_text__", words.clone()),
        ("__Noun_text__", capitalized(&words)),
    ]
}

fn require_snake_case(name: &str) -> Result<()> {
    let is_word = |word: &str| {
        word.starts_with(|it: char| it.is_ascii_lowercase())
            && word.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
    };
    let is_snake_case = name.split('_').all(is_word);
    ensure!(is_snake_case, "`{name}` is not in snake case: write it as in training_plan");
    ensure!(name.len() <= LETTERS_MAX, "`{name}` is longer than {LETTERS_MAX} letters");
    ensure!(!RESERVED.contains(&name), "`{name}` is a reserved word of Rust");
    Ok(())
}

/// `policy` becomes `policies`, `address` becomes `addresses`, and `training` `trainings`.
fn regular_plural(noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    if let Some(stem) = stem {
        return format!("{stem}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    if hisses { format!("{noun}es") } else { format!("{noun}s") }
}

fn camel_case(name: &str) -> String {
    name.split('_').map(capitalized).collect()
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_every_form() {
        let names = Names::parse("pay_policy", None).unwrap();
        let filled = names.fill(
            "__noun__ __nouns__ __Noun__Id __Nouns__Page __noun-kebab__ __nouns-kebab__ \
             __noun_text__ __nouns_text__ __Noun_text__ __Nouns_text__ create___noun__",
        );
        assert_eq!(
            filled,
            "pay_policy pay_policies PayPolicyId PayPoliciesPage pay-policy pay-policies \
             pay policy pay policies Pay policy Pay policies create_pay_policy"
        );
    }

    #[test]
    fn the_plural_is_regular_unless_it_is_given() {
        let plural = |noun, plural| Names::parse(noun, plural).unwrap().nouns;
        for (noun, expected) in
            [("training", "trainings"), ("tax", "taxes"), ("key", "keys"), ("policy", "policies")]
        {
            assert_eq!(plural(noun, None), expected);
        }
        assert_eq!(plural("person", Some("people")), "people");
    }

    #[test]
    fn a_name_that_cannot_be_an_identifier_is_refused() {
        for name in ["", "Training", "training-plan", "_x", "x_", "a__b", "2x", "type", "طلب"] {
            assert!(Names::parse(name, None).is_err(), "{name}");
        }
        assert!(Names::parse("sheep", Some("sheep")).is_err());
        assert!(Names::parse(&"a".repeat(25), None).is_err());
    }
}
