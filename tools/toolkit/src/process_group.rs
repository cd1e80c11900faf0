//! Process groups. A terminal sends Ctrl-C to a whole group, so a program that must finish its work first is started
//! in its own group, and later killed together with the processes that it started.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};

/// Makes a program start a new process group. Without Unix nothing changes.
pub fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

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

    /// Exit status, if it has ended.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
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
        interrupt(&mut self.child)
    }

    /// Kills it and its whole group, unless it has been waited for, and returns its exit status.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if self.status.is_none() {
            // Each fails if its target has ended, which does not matter.
            kill_group(&self.child);
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

#[cfg(unix)]
fn interrupt(child: &mut Child) -> io::Result<()> {
    // A program that has just ended needs no signal.
    let number = number_of(child).ok_or(io::ErrorKind::NotFound)?;
    match rustix::process::kill_process(number, rustix::process::Signal::INT) {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) -> io::Result<()> {
    child.kill()
}

#[cfg(unix)]
fn kill_group(leader: &Child) {
    if let Some(number) = number_of(leader) {
        let _ = rustix::process::kill_process_group(number, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_leader: &Child) {}

#[cfg(unix)]
fn number_of(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    use super::*;

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
        assert_eq!(leader.try_wait().unwrap().and_then(|status| status.code()), Some(3));
        leader.interrupt().unwrap();
    }
}
