//! The shortest sequence that shows a difference (delta debugging).

use super::act::{Delivery, Step};
use super::run::{Difference, Setting};
use super::scale::Scale;

/// A failing sequence with its difference.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) steps: Vec<Step>,
    pub(super) difference: Difference,
}

impl Failure {
    /// The failure of a sequence, up to the step that shows it.
    fn of(steps: &[Step], difference: Difference) -> Self {
        Self { steps: steps[..=difference.step].to_vec(), difference }
    }

    /// Performs the steps; none if the service agrees with the model throughout.
    pub(super) async fn find(setting: &Setting, steps: &[Step]) -> Option<Self> {
        let difference = setting.replay(steps).await.err()?;
        Some(Self::of(steps, difference))
    }

    /// A failure from which no step can be left out.
    pub(super) async fn shortened(mut self, setting: &Setting) -> Self {
        let mut size = self.steps.len().div_ceil(2);
        while size > 0 {
            let is_shorter = self.leave_out(setting, size).await;
            if size > 1 || !is_shorter {
                size /= 2;
            }
        }
        self.simplify(setting).await;
        self
    }

    /// Leaves out blocks of so many steps, from the last to the first.
    async fn leave_out(&mut self, setting: &Setting, size: usize) -> bool {
        let length = self.steps.len();
        let mut end = length;
        while end > 0 {
            let start = end.saturating_sub(size);
            let last = end.min(self.steps.len());
            end = start;
            if start >= last {
                continue;
            }
            let mut steps = self.steps.clone();
            steps.drain(start..last);
            self.adopt(setting, &steps).await;
        }
        self.steps.len() < length
    }

    /// Takes other steps instead, if they show the same difference.
    async fn adopt(&mut self, setting: &Setting, steps: &[Step]) {
        let subject = &self.difference.mismatch.subject;
        if let Some(failure) = Self::find(setting, steps).await
            && failure.difference.mismatch.subject == *subject
        {
            *self = failure;
        }
    }

    /// Replaces deliveries with faults by plain ones.
    async fn simplify(&mut self, setting: &Setting) {
        for number in 0..self.steps.len() {
            let mut steps = self.steps.clone();
            if number >= steps.len() || steps[number].delivery == Delivery::Once {
                continue;
            }
            steps[number].delivery = Delivery::Once;
            self.adopt(setting, &steps).await;
        }
    }
}

impl Failure {
    /// The report of a failed run.
    pub(super) fn report(&self, seed: u64, scale: Scale) -> String {
        let Scale { organizations, days, acts_per_day } = scale;
        let steps: Vec<_> = self.steps.iter().map(|step| format!("  {step}\n")).collect();
        format!(
            "seed {seed} ({organizations} organizations, {days} days, up to {acts_per_day} acts a \
             day) differs from the model in {}: {}\nThe shortest sequence that shows it, {} \
             steps:\n{}",
            self.difference.mismatch.subject,
            self.difference.mismatch.detail,
            self.steps.len(),
            steps.concat()
        )
    }
}
