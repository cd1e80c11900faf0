//! The program on its command line.

use std::path::Path;
use std::process::Command;

/// True for success, with the standard output and the standard error.
fn treeview(folder: &Path, arguments: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treeview"));
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_log_is_not_drawn_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let draw = ["--lists", "[[3,12,8],[2,4,6]]", "-o", "tree.html", "--log"];
    let (is_done, _, err) = treeview(folder, &[&draw[..], &["x.log"]].concat());
    assert!(is_done, "{err}");
    let log = std::fs::read(folder.join("x.log")).unwrap();
    let (_, out, err) = treeview(folder, &["render", "x.log", "-o", "./x.log"]);
    let cannot = "cannot be written: it is";
    assert_eq!(err, format!("error: ./x.log: {cannot} read from x.log, expected another file\n"));
    assert_eq!((out.as_str(), std::fs::read(folder.join("x.log")).unwrap() == log), ("", true));
    let (_, out, err) = treeview(folder, &[&draw[..], &["tree.html"]].concat());
    assert_eq!(err, format!("error: tree.html: {cannot} written twice, expected another file\n"));
    assert_eq!(out, "", "nothing is searched");
    let (is_done, _, err) = treeview(folder, &["render", "x.log", "-o", "tree.html"]);
    assert!(is_done, "{err}");
}

#[test]
fn two_searches_of_different_roots_are_not_drawn_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (lists, name) in [("[[3,12,8],[2,4,6]]", "one"), ("[[1,2],[3,4]]", "other")] {
        let draw = ["--lists", lists, "-o", "tree.html", "--log", name];
        let (is_done, _, err) = treeview(folder, &draw);
        assert!(is_done, "{err}");
    }
    let (_, _, err) = treeview(folder, &["render", "one", "other", "-o", "two.html"]);
    let expected = "error: one and other begin at different roots, expected two searches of the same\n";
    assert_eq!(err, expected);
    assert!(!folder.join("two.html").exists());
    let (is_done, _, err) = treeview(folder, &["render", "one", "one", "-o", "two.html"]);
    assert!(is_done, "{err}");
}
