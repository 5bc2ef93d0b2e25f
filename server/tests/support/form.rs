//! Inputs that complete a form for a stage.

use serde_json::{Value, json};

/// Input for a probationary appraisal.
pub(crate) fn initiation(staff_id: &str, is_manager_role: bool) -> Value {
    json!({
        "staffId": staff_id, "reviewType": "probationary", "periodFrom": "2026-05-01",
        "periodTo": "2026-10-31", "roleCategory": "operations", "isManagerRole": is_manager_role,
    })
}

/// Input for every required field of the subject.
pub(crate) fn self_input(detail: &Value) -> Value {
    let items = rows(detail, "items")
        .map(|item| json!({ "id": item["id"], "selfScore": 4, "actualAchievement": "Done." }));
    let narratives = rows(detail, "narratives")
        .filter(|narrative| narrative["section"] == "self_assessment")
        .map(|it| json!({ "questionKey": it["questionKey"], "answer": "An answer." }));
    json!({
        "items": items.collect::<Vec<_>>(), "narratives": narratives.collect::<Vec<_>>(),
    })
}

/// Scores for every row of the line manager.
pub(crate) fn review_input(detail: &Value) -> Value {
    let items = rows(detail, "items").map(
        |item| json!({ "id": item["id"], "supervisorScore": 3.5, "supervisorComment": "Agreed." }),
    );
    json!({ "items": items.collect::<Vec<_>>() })
}

fn rows<'d>(detail: &'d Value, list: &str) -> impl Iterator<Item = &'d Value> {
    detail[list].as_array().into_iter().flatten()
}

/// A murabaha of 100 000 over a year.
pub(crate) fn facility_input(customer: &str) -> Value {
    json!({ "customerId": customer, "productType": "murabaha", "assetCost": "120000",
        "downPayment": "20000", "fixedTotalProfit": "10000", "termPeriods": 12,
        "periodsPerYear": 12, "asset": { "description": "Delivery van" } })
}
