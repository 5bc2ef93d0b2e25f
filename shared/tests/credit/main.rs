//! The credit desk, natively and in WebAssembly: worked figures, ten thousand schedules that must
//! be the same bit for bit on both, and, natively, what holds for any terms and any receipts.
//!
//! What is always true of the credit desk, and the tests that hold it. Names without a folder are
//! files beside this one; `service` is `service/tests`.
//!
//! Schedules:
//! 1. As many lines as payments, one date after the other, each from the start and its number
//!    alone: `schedule_rules` (`chain_holds`, and the oracle for the dates).
//! 2. The principal adds up to the facility amount, nothing is left at the end, and each line
//!    begins where the one before it ended: `chain_holds`.
//! 3. A payment is its principal and its profit; no amount is below zero; four digits:
//!    `chain_holds`, `amounts_leave_with_four_digits_and_shares_with_two`.
//! 4. The profit of a murabaha adds up to its price, in lines that differ only at the end:
//!    `profit_holds`, `evenness_holds`, the oracle.
//! 5. Rent follows the balance and the rate, never grows, and is nothing without a rate:
//!    `profit_holds`, the oracle.
//! 6. Payments are as even as rounding lets them be: `evenness_holds`.
//! 7. Shares of the asset add up and go the way of the product: `shares_hold`.
//! 8. A higher rate never asks for less, and ten times the amount bears ten times the profit:
//!    `schedule_rules`.
//! 9. What was made reads back to the byte and is computed again to the byte: `service`
//!    `credit/lifecycle`.
//!
//! Servicing, after any acts, here in `servicing_rules` and through the database in `service`
//! `servicing/random`:
//! 10. Principal received and owed make the facility amount; closed lines do not change; no
//!     line is paid more than it asks for: `Story::check`, `facility_ties_out`.
//! 11. The parts of a payment add up to it: `Story::check_receipt`, `adds_up`.
//! 12. Each line paid exactly in turn settles, with nothing extra:
//!     `each_line_paid_exactly_in_turn_settles_without_extra`, `service` `servicing/payment`.
//! 13. The quote settles, leaves nothing, and once only: `Story::settle`, `settle` of the
//!     service.
//! 14. Received, waived and owed profit make what was scheduled: `Story::check`.
//! 15. Two receipts of one day may come in either order:
//!     `two_receipts_of_one_day_may_come_in_either_order`.
//! 16. Evaluation answers the same again, posts nothing, and days past due only grow:
//!     `Story::evaluate`, `act` of the service.
//! 17. Without accrual a receipt is principal to the last digit: `Story::check_receipt`,
//!     `adds_up`. Profit that is due is given up by a waiver alone: `Story::waive`, `settlement`.
//! 18. Extra payments as lines of their own join up the balances: `Story::check_balances`.
//!
//! The ledger, all in `service`:
//! 19. Each entry debits and credits one amount above nothing, on the accounts mapped at that
//!     moment: `Desk::legs`, `credit/gap` (`journals_keep_the_accounts_of_their_day`).
//! 20. The ledger and the schedules agree, for each facility and the book: `Desk::ties_out` at
//!     the end of every test, `facility_ties_out`; gross murabahas:
//!     `Story::check_presentation`; the accounts of every facility: `Story::check_accounts`,
//!     `facility_ties_out`.
//! 21. The trial balance is nothing, and a refusal writes nothing: `Desk::ties_out`,
//!     `servicing/random`, `credit/grid`.
//! 22. Any one gap in the account map stops just what needs it: `credit/gap`.
//! 23. Journals are append-only and undone by contra journals: `credit/ledger`,
//!     `servicing/reversal`.
//! 24. Of many at once one is accepted: `credit/race`, `credit/idempotency`,
//!     `servicing/payment`.
//! 25. A status without an edge refuses, and references are all different: `credit/grid`,
//!     `servicing/non_accrual`, `credit/race`.
//! 26. Income of a time is what was booked in it: `servicing/report`.
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
