//! Child processes of xtask: printed before they run, and ended on a signal.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::interrupt::{self, Group};

/// The time that a program may take to end after a signal.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running program, which is ended together with its children on drop.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: Group,
}

impl Running {
    /// Starts the program in its own process group, without standard input.
    pub fn start(command: &mut Command) -> Result<Self> {
        interrupt::check()?;
        forget_own_package(command);
        let mut child = command
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start `{}`", shown(command)))?;
        match Group::of(child.id()) {
            Ok(group) => Ok(Self { child, group }),
            Err(error) => {
                child.kill()?;
                Err(error)
            }
        }
    }

    /// Waits until the program has ended.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        Ok(self.child.wait()?)
    }

    /// The exit status of the program, if it has ended.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        self.group.terminate();
        let asked = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.group.kill();
        let _ = self.child.wait();
    }
}

/// Prints and runs a program. Fails unless the program succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    println!("   $ {}", shown(command));
    let status = Running::start(command)?.wait()?;
    succeeded(command, status)
}

/// Prints and runs a program, prints each line of its output and passes it to `on_line`; returns
/// the exit status.
pub fn stream(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<ExitStatus> {
    each_line(command, |line| {
        println!("{line}");
        on_line(line);
    })
}

/// Like [`stream`], without printing the lines.
pub fn each_line(command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<ExitStatus> {
    println!("   $ {}", shown(command));
    let mut running = Running::start(command.stdout(Stdio::piped()))?;
    if let Some(output) = running.child.stdout.take() {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes)? > 0 {
            on_line(String::from_utf8_lossy(&bytes).trim_end());
            bytes.clear();
        }
    }
    let status = running.wait()?;
    interrupt::check()?;
    Ok(status)
}

/// Returns the standard output of a program; fails unless the program succeeds.
pub fn capture(command: &mut Command) -> Result<String> {
    interrupt::check()?;
    forget_own_package(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Like [`capture`], but silently; none if the program cannot be started or fails.
pub fn probe(command: &mut Command) -> Option<String> {
    forget_own_package(command);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Fails unless the exit status is success.
pub fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    interrupt::check()?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Removes the variables about the package of xtask that cargo sets. Build scripts and macros that
/// read them would otherwise be rebuilt whenever cargo is started with or without them.
fn forget_own_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
}

/// The cargo that runs xtask.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The same with a low priority.
pub fn cargo_in_background() -> Command {
    let mut nice = Command::new("nice");
    nice.arg(cargo().get_program());
    nice
}

/// The path of a program in `PATH`.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|file| is_program(file))
}

/// True for an executable file.
pub fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_process_does_not_inherit_the_package_variables_of_xtask() {
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
        let mut names = Command::new("sh");
        names.args(["-c", "env | grep -E '^CARGO_(PKG|MANIFEST)_' | cut -d= -f1"]);
        assert_eq!(capture(&mut names).unwrap(), "");
    }

    #[test]
    fn a_stream_passes_on_every_line_even_one_without_a_line_feed() {
        let mut lines = Vec::new();
        let mut command = Command::new("printf");
        let status = stream(command.arg("one\\ntwo"), |line| lines.push(line.to_owned())).unwrap();
        assert!(status.success());
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    fn a_failing_program_is_named_with_its_arguments() {
        let error = run(Command::new("sh").args(["-c", "exit 3"])).unwrap_err().to_string();
        assert_eq!(error, "`sh -c exit 3` ended with exit status: 3");
    }

    #[test]
    fn a_missing_program_is_an_error_and_not_a_panic() {
        let error = run(&mut Command::new("mizan-no-such-program")).unwrap_err().to_string();
        assert_eq!(error, "cannot start `mizan-no-such-program`");
        assert_eq!(probe(&mut Command::new("mizan-no-such-program")), None);
        assert_eq!(on_path("mizan-no-such-program"), None);
    }

    fn is_alive(process: &str) -> bool {
        let question = "kill -0 $0 2>/dev/null && ! grep -q '^State:.Z' /proc/$0/status";
        Command::new("sh").args(["-c", question, process]).status().unwrap().success()
    }

    #[test]
    fn a_dropped_program_ends_with_all_that_it_started() {
        let folder = std::env::temp_dir().join(format!("mizan-process-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("grandchild");
        let script = format!("sleep 60 & echo $! > {0}.new; mv {0}.new {0}; wait", file.display());
        let running = Running::start(Command::new("sh").args(["-c", &script])).unwrap();
        while !file.exists() {
            std::thread::yield_now();
        }
        let grandchild = std::fs::read_to_string(&file).unwrap();
        drop(running);
        // The signal has been sent, but on a busy machine the program may still run for a moment.
        let asked = Instant::now();
        while is_alive(grandchild.trim()) {
            assert!(asked.elapsed() < PATIENCE, "{grandchild} goes on");
            std::thread::yield_now();
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
