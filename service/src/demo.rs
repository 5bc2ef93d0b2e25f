//! The demo: a believable organization at work, made through the very use cases people use.

pub mod content;
