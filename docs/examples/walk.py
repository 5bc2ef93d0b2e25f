import json
import os
import secrets
from datetime import date
from pathlib import Path
from subprocess import check_output
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
from mizan_client.api.credit import (
    facility_activate,
    facility_approve,
    facility_create,
    facility_journals,
    facility_own_asset,
    facility_review,
    payment_preview,
    payment_record,
)
from mizan_client.api.customers import customer_create, customer_create_account
from mizan_client.api.portal import (
    portal_change_password,
    portal_facility_list,
    portal_facility_payments,
    portal_login,
    portal_login_mfa,
    portal_me,
    portal_mfa_complete,
    portal_mfa_setup,
)
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


def signed_in(answer):
    return AuthenticatedClient(base_url=base, token=answer.access_token)


def login(email):
    body = models.LoginInput(email=email, password=accounts[0]["password"])
    return signed_in(done(session_login.sync(client=Client(base_url=base), body=body)))


def by_role(role):
    return login(next(account["email"] for account in accounts if account["role"] == role))


officer = by_role("credit_officer")
email = f"noor-{secrets.token_hex(4)}@example.com"
company = models.CustomerInput(
    name="Noor Transport", type_=models.CustomerType.COMPANY, email=email
)
customer = done(customer_create.sync(client=officer, body=company))
account = done(
    customer_create_account.sync(customer.id, client=officer, body=models.PortalAccountInput())
)
temporary, chosen = account.temporary_password, secrets.token_hex(12)


def sign_in(password):
    body = models.LoginInput(email=email, password=password)
    return done(portal_login.sync(client=Client(base_url=base), body=body))


own_choice = models.PasswordInput(current_password=temporary, new_password=chosen)
client = signed_in(sign_in(temporary))
client = signed_in(done(portal_change_password.sync(client=client, body=own_choice)))
secret = done(portal_mfa_setup.sync(client=client)).secret
code = check_output(["oathtool", "--totp", "--base32", secret], text=True).strip()
first_code = models.MfaCompleteInput(code=code)
recovery = done(portal_mfa_complete.sync(client=client, body=first_code)).recovery_codes[0]

token = sign_in(chosen).pre_auth_token
second_step = models.MfaLoginInput(pre_auth_token=token, code=recovery)
answer = done(portal_login_mfa.sync(client=Client(base_url=base), body=second_step))
client = signed_in(answer)
me = done(portal_me.sync(client=client))
print(me.name, me.mfa_enabled, me.recovery_codes_remaining)
print(done(portal_facility_list.sync(client=client)).pagination.total)

reviewer, shariah = by_role("credit_reviewer"), by_role("shariah_officer")
cashier = by_role("cashier")

structure = models.FacilityInput(
    customer_id=customer.id,
    product_type=models.ProductType.MURABAHA,
    asset_cost="120000",
    down_payment="20000",
    fixed_total_profit="10000",
    term_periods=12,
    periods_per_year=12,
    asset=models.Asset(description="Delivery van"),
)
key = str(uuid4())
facility = done(facility_create.sync(client=officer, body=structure, idempotency_key=key))
ref = facility.facility_ref
done(facility_review.sync(ref, client=officer, body=models.RevisionInput()))
done(facility_approve.sync(ref, client=reviewer, body=models.RevisionInput()))
done(facility_approve.sync(ref, client=shariah, body=models.RevisionInput()))
invoice = models.AssetOwnedInput(document_ref="Invoice 17")
done(facility_own_asset.sync(ref, client=shariah, body=invoice))
active = done(facility_activate.sync(ref, client=shariah, body=models.RevisionInput()))
print(active.status, active.origination_journal_id, active.next_due)

today = done(facility_journals.sync(ref, client=officer)).data[0].date
payment = models.PaymentInput(
    amount=active.next_due.amount, payment_date=today, reference="Transfer 1"
)
print(done(payment_preview.sync(ref, client=cashier, body=payment)).journal.lines)
received = done(
    payment_record.sync(ref, client=cashier, body=payment, idempotency_key=str(uuid4()))
)
print(received.applied_to, received.extra_amount)
print([it.lines for it in done(facility_journals.sync(ref, client=officer)).data])
print(done(portal_facility_payments.sync(ref, client=client)).data)

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
