//! Labels for the codes in the audit log.

use shared::audit::{AuditAction, ERASED};

use crate::i18n::{Plain, keys, tu_string};
use crate::ui::label::{Language, spelled_out};

pub(super) fn action_words(i18n: Language, action: AuditAction) -> &'static str {
    let key = action.as_str().replace('.', "_");
    known(i18n, keys::people::audit_action::ALL, &key).unwrap_or(action.as_str())
}

/// The name of a record type.
pub(super) fn record_words(i18n: Language, kind: &str) -> String {
    let known = match kind {
        "closed_period" => Some(tu_string!(i18n, credit.closed_period.title)),
        "sessions" => Some(tu_string!(i18n, people.audit_record_type.session)),
        _ => known(i18n, keys::people::audit_record_type::ALL, kind),
    };
    known.map_or_else(|| spelled_out(kind), str::to_owned)
}

/// The text for a key from an audit entry.
fn known(i18n: Language, texts: &[(&str, Plain)], key: &str) -> Option<&'static str> {
    let (_, text) = texts.iter().find(|(known, _)| *known == key)?;
    Some(text.text(i18n))
}

/// The name of an actor; fixed names that the service assigns are translated.
pub(super) fn actor_words(i18n: Language, name: String) -> String {
    match name.as_str() {
        "Command line" => tu_string!(i18n, people.audit.command_line).to_owned(),
        "Not signed in" => tu_string!(i18n, people.audit.not_signed_in).to_owned(),
        "System" => tu_string!(i18n, frame.system).to_owned(),
        ERASED => tu_string!(i18n, people.audit.erased).to_owned(),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;
    use leptos::prelude::Owner;

    #[test]
    fn every_actor_named_by_the_service_is_translated() {
        Owner::new().with(|| {
            let english = Language::provide(Locale::English);
            let arabic = Language::provide(Locale::Arabic);
            for name in ["Command line", "Not signed in", "System", ERASED] {
                assert_eq!(actor_words(english, name.to_owned()), name);
                assert_ne!(actor_words(arabic, name.to_owned()), name);
            }
            assert_eq!(actor_words(arabic, "Layan Trading".to_owned()), "Layan Trading");
        });
    }

    #[test]
    fn every_action_and_kind_of_record_has_words_in_each_language() {
        Owner::new().with(|| {
            let english = Language::provide(Locale::English);
            let arabic = Language::provide(Locale::Arabic);
            for action in AuditAction::ALL {
                let text = action_words(arabic, *action);
                assert!(!text.is_ascii(), "{action}: {text}");
                assert_ne!(action_words(english, *action), action.as_str());
            }
            for kind in ["closed_period", "sessions", "staff", "appraisal", "leave_policy"] {
                let text = record_words(arabic, kind);
                assert!(!text.is_ascii(), "{kind}: {text}");
            }
        });
    }
}
