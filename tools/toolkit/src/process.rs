//! Other programs as child processes.
//!
//! A terminal sends Ctrl-C to a whole process group, so a program that must finish its work first is started in its own
//! group, and later killed together with the processes that it started.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// Makes a program start a new process group. Without Unix nothing changes.
pub fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// A program that has closed its output mostly ends within this time.
pub const ENDING: Duration = Duration::from_secs(1);
/// The time between two looks at a program that is about to end.
const POLL: Duration = Duration::from_millis(20);

/// A running program and its process group. When dropped, the whole group is killed.
///
/// The group's id is the id of its leader, which the system may reuse once the leader has been waited for. From then
/// on nothing is killed.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    /// Exit status, once the leader has been waited for.
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// If it does not start.
    pub fn spawn(command: &mut Command) -> io::Result<ProcessGroup> {
        separate(command);
        Ok(ProcessGroup { child: command.spawn()?, status: None })
    }

    /// Takes its standard input, if that is a pipe that was not taken yet.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Takes its standard output, if that is a pipe that was not taken yet.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Exit status, if it ends by itself within a time.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn wait_for(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + time;
        while self.status.is_none() {
            self.status = self.child.try_wait()?;
            if self.status.is_some() || Instant::now() >= deadline {
                break;
            }
            thread::sleep(POLL);
        }
        Ok(self.status)
    }

    /// Waits until it has ended, and returns its exit status.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.status.map_or_else(|| self.child.wait(), Ok)?;
        self.status = Some(status);
        Ok(status)
    }

    /// Asks it to end, as Ctrl-C would. Without Unix it is killed.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn interrupt(&mut self) -> io::Result<()> {
        if self.status.is_some() {
            return Ok(());
        }
        #[cfg(not(unix))]
        self.child.kill()?;
        #[cfg(unix)]
        match kill_process(Pid::from_child(&self.child), Signal::INT) {
            // A program that has just ended needs no signal.
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Kills it and its whole group, unless it has been waited for, and returns its exit status.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if self.status.is_none() {
            // Each fails if its target has ended, which does not matter.
            #[cfg(unix)]
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.kill();
        }
        self.wait()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Reads lines, without the white space around them, until the program closes its output, which closes the channel.
/// Invalid UTF-8 is replaced.
///
/// Reads on its own thread, because only waiting on a channel can time out.
///
/// # Errors
/// If the system refuses a thread.
pub fn read_lines(output: impl Read + Send + 'static) -> io::Result<Receiver<String>> {
    let (sender, receiver) = channel();
    let read = move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    match thread::Builder::new().spawn(read) {
        Ok(_) => Ok(receiver),
        Err(error) => {
            Err(io::Error::new(error.kind(), format!("the system refuses a thread for its output: {error}")))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn lines_of_any_bytes_are_read_one_by_one() {
        let lines: Vec<String> =
            read_lines(&b"uciok\r\n\n a \xff b \nlast without an end"[..]).unwrap().iter().collect();
        assert_eq!(lines, ["uciok", "", "a \u{fffd} b", "last without an end"]);
    }

    /// A shell that starts another program; both hold the same pipe.
    fn shell(script: &str) -> (ProcessGroup, BufReader<ChildStdout>) {
        let mut command = Command::new("sh");
        let mut leader = ProcessGroup::spawn(command.args(["-c", script]).stdout(Stdio::piped())).unwrap();
        let stdout = leader.take_stdout().unwrap();
        (leader, BufReader::new(stdout))
    }

    fn first_line(stdout: &mut BufReader<ChildStdout>) -> String {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        line
    }

    /// Until all that hold the pipe have ended, its end cannot be read.
    fn expect_end(stdout: &mut BufReader<ChildStdout>) {
        assert_eq!(stdout.read_to_string(&mut String::new()).unwrap(), 0);
    }

    #[test]
    fn processes_that_a_program_started_end_with_it() {
        // In the second case the leader has ended by itself, and nobody has waited for it.
        for script in ["sleep 600 & echo begun; wait", "sleep 600 & echo begun"] {
            let (leader, mut stdout) = shell(script);
            assert_eq!(first_line(&mut stdout), "begun\n");
            drop(leader);
            expect_end(&mut stdout);
        }
    }

    #[test]
    fn the_exit_status_can_be_read_repeatedly() {
        let (mut leader, mut stdout) = shell("exit 3");
        expect_end(&mut stdout);
        let codes = [leader.wait(), leader.end(), leader.wait()].map(|status| status.unwrap().code());
        assert_eq!(codes, [Some(3); 3]);
        assert_eq!(leader.wait_for(Duration::ZERO).unwrap().and_then(|status| status.code()), Some(3));
        leader.interrupt().unwrap();
    }
}
