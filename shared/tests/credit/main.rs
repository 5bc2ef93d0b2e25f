//! Credit rules, natively and in WebAssembly: worked figures, ten thousand schedules that must be
//! identical bit for bit on both, and, natively, properties of arbitrary terms and receipts.
//!
//! The invariants of credit, and the tests that check them. Names without a folder are files in
//! this directory; `service` is `service/tests`.
//!
//! Schedules:
//! 1. As many lines as payments, in date order, each date computed from the start and its number
//!    alone: `schedule_rules` (`chain_holds`, and the oracle for the dates).
//! 2. The principal adds up to the facility amount, nothing is left at the end, and each line
//!    begins where the previous one ended: `chain_holds`.
//! 3. A payment is its principal and its profit; no amount is below zero; four digits:
//!    `chain_holds`, `amounts_leave_with_four_digits_and_shares_with_two`.
//! 4. The profit of a murabaha adds up to its price, in lines that differ only at the end:
//!    `profit_holds`, `evenness_holds`, the oracle.
//! 5. Rent follows the balance and the rate, never grows, and is zero without a rate:
//!    `profit_holds`, the oracle.
//! 6. Payments are as even as rounding allows: `evenness_holds`. With a unit of instalments, all
//!    but the last are whole units: `units_hold`, `Story::check_units`.
//! 7. Shares of the asset add up and move in the direction of the product: `shares_hold`.
//! 8. A higher rate never lowers the total due, and ten times the amount bears ten times the
//!    profit: `schedule_rules`.
//! 9. A stored schedule reads back and is recomputed identical to the byte: `service`
//!    `credit/lifecycle`.
//!
//! Servicing, after any actions, here in `servicing_rules` and through the database in `service`
//! `servicing/random`:
//! 10. Principal received and owed add up to the facility amount; closed lines do not change; no
//!     line is paid more than its amount: `Story::check`, `facility_ties_out`.
//! 11. The parts of a payment add up to it: `Story::check_receipt`, `adds_up`.
//! 12. Each line paid exactly in turn settles, with no extra:
//!     `each_line_paid_exactly_in_turn_settles_without_extra`, `service` `servicing/payment`.
//! 13. The quote settles, leaves nothing, and only once: `Story::settle`, `settle` of the service.
//! 14. Received, waived and owed profit add up to the scheduled profit: `Story::check`.
//! 15. Two receipts of one day may be recorded in either order:
//!     `two_receipts_of_one_day_may_come_in_either_order`.
//! 16. Repeated evaluation gives the same result, posts nothing, and days past due only grow:
//!     `Story::evaluate`, `act` of the service.
//! 17. On non-accrual a receipt is principal to the last digit: `Story::check_receipt`, `adds_up`.
//!     Profit that is due is given up by a waiver alone: `Story::waive`, `settlement`.
//! 18. Extra payments as lines of their own connect the balances: `Story::check_balances`.
//!
//! The ledger, all in `service`:
//! 19. Each entry debits and credits one amount above zero, on the accounts mapped at that time:
//!     `CreditDesk::legs`, `credit/gap` (`journals_keep_the_accounts_of_their_day`).
//! 20. The ledger and the schedules agree, for each facility and the portfolio:
//!     `CreditDesk::ties_out` at the end of every test, `facility_ties_out`; gross murabahas:
//!     `Story::check_presentation`; the accounts of every facility: `Story::check_accounts`,
//!     `facility_ties_out`.
//! 21. The trial balance is zero, and a refusal writes nothing: `CreditDesk::ties_out`,
//!     `servicing/random`, `credit/grid`.
//! 22. Any single gap in the account map stops only the actions that need it: `credit/gap`.
//! 23. Journals are append-only and reversed by contra journals: `credit/ledger`,
//!     `servicing/reversal`.
//! 24. Of many concurrent requests one is accepted: `credit/race`, `credit/idempotency`,
//!     `servicing/payment`.
//! 25. A status without a transition refuses, and references are unique: `credit/grid`,
//!     `servicing/non_accrual`, `credit/race`.
//! 26. Income of a period is the income posted in it: `servicing/report`.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod lateness;
mod numbers;
#[cfg(not(target_arch = "wasm32"))]
mod oracle;
mod schedule;
#[cfg(not(target_arch = "wasm32"))]
mod schedule_rules;
mod servicing;
#[cfg(not(target_arch = "wasm32"))]
mod servicing_rules;
mod settlement;
#[cfg(not(target_arch = "wasm32"))]
mod strategy;
mod worked;
