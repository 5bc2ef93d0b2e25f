//! A Rust source for the style rules: code separated from strings and comments.

use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Source {
    /// The path relative to the root of the checkout, with `/` on every system.
    pub path: String,
    /// The content of the file.
    pub text: String,
    /// The content with strings, characters and comments blanked out; lines stay the same.
    pub code: String,
    /// All string literals, with the line on which they start.
    pub strings: Vec<(usize, String)>,
}

/// A function with its first line and the number of its lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let mut scanner = Scanner::default();
        scanner.scan(&text.chars().collect::<Vec<_>>());
        let Scanner { code, strings } = scanner;
        Self { path: path.to_owned(), text: text.to_owned(), code, strings }
    }

    /// True if the whole file contains tests.
    pub fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }

    /// The code before the unit test module at the end of the file.
    pub fn code_without_tests(&self) -> &str {
        self.code.find("#[cfg(test)]\nmod ").map_or(&self.code, |start| &self.code[..start])
    }

    /// All functions with a body, from `fn` to the closing brace.
    pub fn functions(&self) -> Vec<Function> {
        let starts = self.code.match_indices("fn ").map(|(start, _)| start);
        starts.filter_map(|start| self.function(start)).collect()
    }

    fn function(&self, start: usize) -> Option<Function> {
        let before = self.code[..start].chars().next_back();
        if before.is_some_and(|character| character.is_alphanumeric() || character == '_') {
            return None;
        }
        let rest = &self.code[start..];
        let name: String =
            rest[3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let body = rest.find(['{', ';'])?;
        if name.is_empty() || rest[body..].starts_with(';') {
            return None;
        }
        let mut depth = 0;
        let end = rest[body..].find(|character| {
            depth += match character {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        let line = self.code[..start].matches('\n').count() + 1;
        let lines = rest[..body + end].matches('\n').count() + 1;
        Some(Function { name, line, lines })
    }
}

#[derive(Debug, Default)]
struct Scanner {
    code: String,
    strings: Vec<(usize, String)>,
}

impl Scanner {
    fn scan(&mut self, text: &[char]) {
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let length = match rest {
                ['/', '/', ..] => rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
                ['/', '*', ..] => block_comment(rest),
                ['"', ..] => self.string(rest, 0, &['"']),
                ['r', ..] if !self.in_word() => self.raw_string(rest),
                ['\'', ..] => character(rest),
                _ => 0,
            };
            if length == 0 {
                self.code.push(rest[0]);
                at += 1;
            } else {
                self.blank(&rest[..length]);
                at += length;
            }
        }
    }

    /// True if the preceding character belongs to a word, except for the prefixes `b` and `c` of
    /// byte and C strings.
    fn in_word(&self) -> bool {
        let mut before = self.code.chars().rev().skip_while(|c| matches!(c, 'b' | 'c'));
        before.next().is_some_and(|c| c.is_alphanumeric() || c == '_')
    }

    fn raw_string(&mut self, rest: &[char]) -> usize {
        let hashes = rest[1..].iter().take_while(|c| **c == '#').count();
        if rest.get(1 + hashes) != Some(&'"') {
            return 0;
        }
        let mut end = vec!['"'];
        end.extend(std::iter::repeat_n('#', hashes));
        self.string(rest, 1 + hashes, &end)
    }

    /// The length of a string literal whose quote is at `open` and that ends with `end`.
    fn string(&mut self, rest: &[char], open: usize, end: &[char]) -> usize {
        let raw = open > 0;
        let mut at = open + 1;
        while at < rest.len() && !rest[at..].starts_with(end) {
            at += if rest[at] == '\\' && !raw { 2 } else { 1 };
        }
        let line = self.code.matches('\n').count() + 1;
        let content = &rest[open + 1..at.min(rest.len())];
        self.strings.push((line, content.iter().collect()));
        (at + end.len()).min(rest.len())
    }

    fn blank(&mut self, text: &[char]) {
        self.code.extend(text.iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
    }
}

fn block_comment(rest: &[char]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        match &rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a character literal; 0 for a lifetime.
fn character(rest: &[char]) -> usize {
    match rest {
        ['\'', '\\', _, tail @ ..] => {
            tail.iter().position(|c| *c == '\'').map_or(0, |position| position + 4)
        }
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

/// All files below the root with one of these extensions, except build results, packages and hidden
/// directories.
pub fn files(root: &Path, endings: &[&str]) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
            let name = entry.file_name().to_string_lossy().into_owned();
            let left_out = ["target", "node_modules", "data", "results"].contains(&name.as_str());
            if entry.file_type().unwrap().is_dir() {
                if !left_out && !name.starts_with('.') {
                    folders.push(entry.path());
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let path = entry.path();
                let short = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.push((short, path));
            }
        }
    }
    found.sort();
    found
}
