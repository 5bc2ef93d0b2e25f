import json
import os
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

from mizan_client import AuthenticatedClient, Client, models
from mizan_client.api.appraisal_stages import (
    appraisal_approve_dept_head,
    appraisal_approve_md,
    appraisal_finalize,
    appraisal_save_hr,
    appraisal_save_review,
    appraisal_save_self,
    appraisal_submit_review,
    appraisal_submit_self,
)
from mizan_client.api.appraisals import appraisal_initiate, appraisal_preview, appraisal_score
from mizan_client.api.sign_in import session_login
from mizan_client.api.staff import staff_find, staff_list

base = "http://127.0.0.1:3000"
accounts_file = Path(os.environ.get("DATA_DIR", "data"), "demo_accounts.json")
accounts = json.loads(accounts_file.read_text())


def done(result):
    """The result of a call: the client returns errors of the API instead of raising them."""
    if result is None or isinstance(result, models.ErrorEnvelope):
        raise SystemExit(f"refused: {result}")
    return result


def login(email):
    body = models.LoginInput(email=email, password=accounts[0]["password"])
    answer = done(session_login.sync(client=Client(base_url=base), body=body))
    return AuthenticatedClient(base_url=base, token=answer.access_token)


def by_role(role):
    return login(next(account["email"] for account in accounts if account["role"] == role))


hr, md = by_role("hr"), by_role("md")

terms: dict[str, Any] = {
    "review_type": models.ReviewType.PROBATIONARY,
    "period_from": date(2026, 5, 1),
    "period_to": date(2026, 10, 31),
    "role_category": models.RoleCategory.OPERATIONS,
    "is_manager_role": False,
}
people = done(staff_list.sync(client=hr, confirmed=False, limit=100)).data
dry_run = models.InitiationPreviewInput(staff_ids=[person.id for person in people], **terms)
preview = done(appraisal_preview.sync(client=hr, body=dry_run))
chosen = next(person for person in preview.data if not person.blockers)
subject = chosen.staff_id


def login_of(staff_id):
    return login(done(staff_find.sync(staff_id, client=hr)).email)


employee = login_of(subject)
manager = login_of(chosen.line_manager.id)

start = models.InitiationInput(staff_id=subject, **terms)
form = done(appraisal_initiate.sync(client=hr, body=start, idempotency_key=str(uuid4())))

own = models.SelfInput(
    items=[
        models.SelfItemInput(id=item.id, self_score=4, actual_achievement="Reached.")
        for item in form.items
    ],
    narratives=[
        models.NarrativeInput(question_key=question.question_key, answer="What I have to say.")
        for question in form.narratives
        if question.section == models.NarrativeSection.SELF_ASSESSMENT
    ],
)
done(appraisal_save_self.sync(form.id, client=employee, body=own))
done(appraisal_submit_self.sync(form.id, client=employee))

course = models.DevelopmentRow(
    area="Islamic finance", action="Course", support="Two days", target_date=date(2027, 3, 31)
)
review = models.ReviewInput(
    items=[
        models.ReviewItemInput(id=item.id, supervisor_score=3.5, supervisor_comment="Agreed.")
        for item in form.items
    ],
    plan_rows=models.PlanRowsInput(development=[course]),
)
done(appraisal_save_review.sync(form.id, client=manager, body=review))
print(done(appraisal_score.sync(form.id, client=manager)).scorecard)
status = done(appraisal_submit_review.sync(form.id, client=manager)).status

if status == models.Status.PENDING_DEPT_HEAD:
    head = login_of(form.department_head_staff_id)
    comment = models.ApprovalInput(comment="Well done.")
    done(appraisal_approve_dept_head.sync(form.id, client=head, body=comment))
done(appraisal_approve_md.sync(form.id, client=md, body=models.ApprovalInput()))

remarks = models.HrInput(hr_remarks="Extend the contract.")
done(appraisal_save_hr.sync(form.id, client=hr, body=remarks))
outcome = models.FinalizeInput(outcome=models.Outcome.CONFIRM)
final = done(appraisal_finalize.sync(form.id, client=hr, body=outcome))
print(final.status, final.overall_score, final.overall_band)
print(done(staff_find.sync(subject, client=hr)).employment_confirmed_at)
print(done(appraisal_score.sync(form.id, client=employee)).matches)
