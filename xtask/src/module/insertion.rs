//! Insertions into existing files.

use anyhow::{Context, Result};

/// A position in a file.
#[derive(Debug)]
pub enum Position {
    /// In the first block that begins with one text, before the next occurrence of the other.
    EndOf(&'static str, &'static str),
    /// Among the declarations of modules around this line, in the order of their names.
    ModuleLike(&'static str),
    /// In the object with this path in a file of JSON, as its last member.
    Member(&'static [&'static str]),
    /// Among sorted lines, before the first greater one.
    Sorted,
}

impl Position {
    /// The text with the addition, which ends with a line break unless it is a member.
    ///
    /// Errors: the text has no such position.
    pub fn insert(&self, text: &str, addition: &str) -> Result<String> {
        let at = match self {
            Self::EndOf(start, end) => end_of(text, start, end)?,
            Self::ModuleLike(sibling) => module_position(text, sibling, addition)?,
            Self::Member(path) => {
                let at = end_of_object(text, path)?;
                return Ok(format!("{},\n{}{}", &text[..at], addition.trim_end(), &text[at..]));
            }
            Self::Sorted => sorted_position(text, addition),
        };
        Ok(format!("{}{addition}{}", &text[..at], &text[at..]))
    }
}

/// The start of the line on which the block ends.
fn end_of(text: &str, start: &str, end: &str) -> Result<usize> {
    let from = text.find(start).with_context(|| format!("no line {:?}", start.trim()))?;
    let after = from + start.len();
    let length = text[after..].find(end).with_context(|| format!("no {end:?} after {start:?}"))?;
    Ok(after + length + usize::from(end.starts_with('\n')))
}

/// The position before the first module in the group of the sibling with a greater name.
fn module_position(text: &str, sibling: &str, addition: &str) -> Result<usize> {
    let sibling = text.find(sibling).with_context(|| format!("no line {sibling:?}"))?;
    let start = text[..sibling].rfind("\n\n").map_or(0, |blank| blank + 2);
    let end = text[start..].find("\n\n").map_or(text.len(), |blank| start + blank + 1);
    let name = module_name(addition);
    // The start of a declaration is that of its first attribute.
    let (mut at, mut declaration) = (start, start);
    for line in text[start..end].split_inclusive('\n') {
        at += line.len();
        if line.starts_with('#') {
            continue;
        }
        if module_name(line) > name {
            return Ok(declaration);
        }
        declaration = at;
    }
    Ok(end)
}

/// `leave` of `pub mod leave;`, which may follow an attribute.
fn module_name(declaration: &str) -> Option<&str> {
    declaration.rsplit_once("mod ")?.1.split(';').next()
}

/// The line break before the closing brace of an object, in a file with two spaces for each level.
fn end_of_object(text: &str, path: &[&str]) -> Result<usize> {
    let mut from = 0;
    for (level, key) in path.iter().enumerate() {
        let start = format!("\n{}\"{key}\": {{\n", "  ".repeat(level + 1));
        let found = text[from..].find(&start).with_context(|| format!("no object {path:?}"))?;
        from += found + start.len() - 1;
    }
    let end = format!("\n{}}}", "  ".repeat(path.len()));
    let length = text[from..].find(&end).with_context(|| format!("no end of {path:?}"))?;
    Ok(from + length)
}

fn sorted_position(text: &str, addition: &str) -> usize {
    let key = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let before = text.split_inclusive('\n').take_while(|line| key(line) <= key(addition));
    before.map(str::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_addition_goes_to_the_end_of_its_block() {
        let text = "id! {\n    A;\n}\n\nother! {\n}\n";
        let position = Position::EndOf("id! {\n", "\n}\n");
        let expected = "id! {\n    A;\n    B;\n}\n\nother! {\n}\n";
        assert_eq!(position.insert(text, "    B;\n").unwrap(), expected);
        assert!(Position::EndOf("ids! {", "}").insert(text, "").is_err());
    }

    #[test]
    fn a_module_is_declared_in_the_order_of_the_names() {
        let text = "//! Doc.\n\nmod z;\n\npub mod b;\n#[cfg(x)]\npub mod d;\nmod f;\n\nuse a;\n";
        let declared = |name: &str| {
            let addition = format!("pub mod {name};\n");
            Position::ModuleLike("mod d;").insert(text, &addition).unwrap()
        };
        assert!(declared("a").contains("\n\npub mod a;\npub mod b;\n#["));
        assert!(declared("c").contains("pub mod b;\npub mod c;\n#[cfg(x)]\npub mod d;"));
        assert!(declared("e").contains("pub mod d;\npub mod e;\nmod f;"));
        assert!(declared("g").contains("mod f;\npub mod g;\n\nuse a;"));
    }

    #[test]
    fn a_member_is_the_last_of_its_object() {
        let text = "{\n  \"a\": {\n    \"b\": {\n      \"c\": \"d\"\n    }\n  }\n}\n";
        let member = Position::Member(&["a", "b"]).insert(text, "      \"e\": \"f\"\n").unwrap();
        assert!(member.contains("\"c\": \"d\",\n      \"e\": \"f\"\n    }\n  }\n}\n"));
        let last = Position::Member(&[]).insert(text, "  \"e\": \"f\"\n").unwrap();
        assert!(last.ends_with("    }\n  },\n  \"e\": \"f\"\n}\n"));
    }

    #[test]
    fn a_line_is_inserted_before_the_first_greater_one() {
        let insert = |line| Position::Sorted.insert("b X\nd B\nd A\ne C\n", line).unwrap();
        assert_eq!(insert("c X\n"), "b X\nc X\nd B\nd A\ne C\n");
        assert_eq!(insert("d C\n"), "b X\nd B\nd A\nd C\ne C\n");
        assert_eq!(insert("f C\n"), "b X\nd B\nd A\ne C\nf C\n");
    }
}
