//! The report on the steps of tasks.

use anyhow::Result;
use serde::Deserialize;
use std::fmt::Write;

const EXPLANATION: &str = "\
The steps of a person from the home page of their role until the task is done, counted by the
browser tests: a click, a field that is filled or chosen, or a key such as Ctrl K or Enter. The
fewest possible are one step for each choice, value and confirmation that only this person can give.
A task takes at most a third more.
";

/// One task.
#[derive(Clone, Debug, Deserialize)]
pub struct Task {
    task: String,
    clicks: u32,
    fields: u32,
    keys: u32,
    fewest: u32,
    /// The steps in the first version of the pages, as they were described then.
    before: Option<String>,
}

impl Task {
    const fn steps(&self) -> u32 {
        self.clicks + self.fields + self.keys
    }

    const fn at_most(&self) -> u32 {
        self.fewest * 4 / 3
    }

    pub fn missed(&self) -> Option<String> {
        let (task, steps, at_most) = (&self.task, self.steps(), self.at_most());
        (steps > at_most).then(|| format!("{task}: {steps} steps, not {at_most}"))
    }
}

pub fn section(text: &mut String, tasks: &[Task]) -> Result<()> {
    writeln!(text, "{EXPLANATION}")?;
    writeln!(text, "| task | clicks | fields | keys | steps | fewest | at most | before |")?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for it in tasks {
        let Task { task, clicks, fields, keys, fewest, before } = it;
        let (steps, at_most) = (it.steps(), it.at_most());
        let before = before.as_deref().unwrap_or("–");
        writeln!(
            text,
            "| {task} | {clicks} | {fields} | {keys} | {steps} | {fewest} | {at_most} | {before} |"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(clicks: u32) -> Task {
        let text = format!(
            r#"{{"task": "Pay", "clicks": {clicks}, "fields": 1, "keys": 2, "fewest": 5}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_task_takes_at_most_a_third_more_than_the_fewest_steps() {
        assert_eq!(task(3).missed(), None);
        assert_eq!(task(4).missed().unwrap(), "Pay: 7 steps, not 6");
        let mut text = String::new();
        section(&mut text, &[task(3)]).unwrap();
        assert!(text.contains("| Pay | 3 | 1 | 2 | 6 | 5 | 6 | – |"), "{text}");
    }
}
