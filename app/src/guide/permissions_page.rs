//! The permissions of the predefined roles, and the actions at each stage of an appraisal. Both
//! tables come from the rules that the service enforces.

use leptos::prelude::*;
use shared::appraisal::visibility::hides_review;
use shared::appraisal::{Action, Relation, Status};
use shared::permission::{Permission, SEEDED_ROLES, SeededRole};

use crate::i18n::{tu_string, use_i18n};
use crate::people::{permission_label, role_text};
use crate::ui::card::section;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, status_label};
use crate::ui::page::PageHead;
use crate::ui::table::{Cell, Column, Row, plain_table, rendered_table};

pub(super) const NAME: &str = "permissions";

/// The page at `/guide/permissions`.
pub(super) fn permissions_page() -> AnyView {
    let i18n = use_i18n();
    let title = tu_string!(i18n, guide.permissions.title);
    PageHead::new(title, tu_string!(i18n, guide.permissions.lead))
        .below("/guide", tu_string!(i18n, guide.title), title)
        .page((roles(i18n), stages(i18n)))
}

/// A row for each permission and a column for each predefined role.
fn roles(i18n: Language) -> AnyView {
    let name = |role: &SeededRole| role_text(role.key, role.name);
    let names: Vec<_> = SEEDED_ROLES.iter().map(name).collect();
    let rows: Vec<_> = Permission::ALL
        .iter()
        .map(|permission| {
            let cells = SEEDED_ROLES.iter().zip(&names).map(|(role, name)| {
                let label = name.clone();
                let has = has(role, *permission);
                let empty = (!has).then_some("");
                view! { <td data-label=label data-empty=empty>{has.then(|| yes(i18n))}</td> }
                    .into_any()
            });
            let cells: Vec<_> = cells.collect();
            view! {
                <tr>
                    <th scope="row">{permission_label(i18n, *permission)}</th>
                    {cells}
                </tr>
            }
            .into_any()
        })
        .collect();
    let names: Vec<_> =
        names.iter().map(|name| view! { <th scope="col">{name.clone()}</th> }).collect();
    let headings = view! {
        <th scope="col">{tu_string!(i18n, guide.permissions.permission)}</th>
        {names}
    };
    let title = tu_string!(i18n, guide.permissions.roles);
    let class = "table table-cards table-dense permission-table";
    let table = rendered_table(class, Some(title), headings, rows);
    section("stack-tight", "by-role", title, view! { <div class="table-card">{table}</div> })
}

fn has(role: &SeededRole, permission: Permission) -> bool {
    permission == Permission::AppraisalsRespond || role.permissions.contains(&permission)
}

fn yes(i18n: Language) -> AnyView {
    view! {
        <Icon name=IconName::Check/>
        <span class="visually-hidden">{tu_string!(i18n, guide.permissions.yes)}</span>
    }
    .into_any()
}

/// A row for each stage and a column for each relation to the appraisal.
fn stages(i18n: Language) -> AnyView {
    let none = Relation::default();
    let relations = [
        (tu_string!(i18n, leave.person), Relation { subject: true, ..none }),
        (tu_string!(i18n, status.pending_lm), Relation { line_manager: true, ..none }),
        (tu_string!(i18n, status.pending_dept_head), Relation { department_head: true, ..none }),
        (tu_string!(i18n, status.pending_md), Relation { managing_director: true, ..none }),
        (tu_string!(i18n, status.pending_hr), Relation { human_resources: true, ..none }),
    ];
    let columns = std::iter::once(Column::Text(tu_string!(i18n, list.stage)))
        .chain(relations.iter().map(|(name, _)| Column::Text(name)));
    let columns: Vec<_> = columns.collect();
    let stages = Status::ALL.iter().filter(|status| **status != Status::Draft);
    let rows = stages.map(|status| {
        let cells = relations.iter().map(|(_, relation)| stage_cell(i18n, *relation, *status));
        let name = Cell::head(status_label(i18n, *status));
        Row::from(std::iter::once(name).chain(cells).collect::<Vec<_>>())
    });
    let title = tu_string!(i18n, guide.permissions.stages);
    view! {
        <section class="stack-tight" aria-labelledby="by-stage">
            <h2 id="by-stage">{title}</h2>
            <p class="muted">{tu_string!(i18n, guide.permissions.stages_text)}</p>
            {plain_table(title, &columns, rows)}
        </section>
    }
    .into_any()
}

/// The actions of a person at a stage, and the part that is hidden from them.
fn stage_cell(i18n: Language, relation: Relation, status: Status) -> Cell {
    let allowed = Action::allowed(relation, status);
    let mut lines: Vec<_> =
        allowed.into_iter().filter_map(|action| action_text(i18n, action)).collect();
    if hides_review(relation, status) {
        lines.push(tu_string!(i18n, guide.permissions.hidden));
    }
    if lines.is_empty() {
        lines.push(tu_string!(i18n, guide.permissions.reads));
    }
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| view! { <span class="permission-line">{line}</span> })
        .collect();
    Cell::text(lines)
}

/// An action in words; `None` for saving, which the submission includes.
fn action_text(i18n: Language, action: Action) -> Option<&'static str> {
    match action {
        Action::SaveSelf | Action::SaveReview => None,
        Action::SubmitSelf => Some(tu_string!(i18n, appraisal.submit.self_assessment)),
        Action::SubmitReview => Some(tu_string!(i18n, appraisal.submit.review)),
        Action::ApproveDeptHead | Action::ApproveMd => {
            Some(tu_string!(i18n, appraisal.act.approve))
        }
        Action::SaveHr => Some(tu_string!(i18n, guide.permissions.edit_hr)),
        Action::Finalize => Some(tu_string!(i18n, appraisal.finalize.title)),
    }
}
