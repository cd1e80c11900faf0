//! A cache of file pages for each thread.
//!
//! One look-up reads a table in some five places, a few bytes each, and asking the system for each costs more than all the
//! rest. So every thread keeps copies of the pages it has read, in slots that a page's number chooses:
//!
//! ```text
//!   file 7, bytes 20480 … 20483 ──▶ page 5 of file 7 ──▶ slot 193 ──▶ there? copy : read 4 KiB, then copy
//! ```
//!
//! Mapping files into memory would be as quick and need no copies. But then a file that is cut short, or an error of
//! the disk, would end the process; here it is an error like others.
//!
//! In WebAssembly only the thread that sets the path has the files, so it reads them whole (`WholeFiles`).

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(not(target_family = "wasm"))]
use shakmaty_syzygy::filesystem::OsFilesystem as SystemFiles;
use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};
#[cfg(target_family = "wasm")]
use whole::WholeFiles as SystemFiles;

const PAGE: usize = 4096;
/// A megabyte for each thread that looks something up.
const SLOTS: usize = 256;

/// The files of the system, read by pages.
#[derive(Default)]
pub(crate) struct PagedFilesystem(SystemFiles);

impl Filesystem for PagedFilesystem {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.0.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        // A number is never used again, so no page of a closed file is taken for one of another.
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(PagedFile { number, file: self.0.open(path)? }))
    }
}

/// Files that are read whole when they are first looked at.
#[cfg(any(target_family = "wasm", test))]
mod whole {
    use std::collections::HashMap;
    use std::fs;
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    #[derive(Default)]
    pub(super) struct WholeFiles(Mutex<HashMap<PathBuf, Arc<[u8]>>>);

    impl WholeFiles {
        fn content(&self, path: &Path) -> io::Result<Arc<[u8]>> {
            let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if !files.contains_key(path) {
                files.insert(path.to_owned(), fs::read(path)?.into());
            }
            Ok(files[path].clone())
        }
    }

    impl Filesystem for WholeFiles {
        fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
            Ok(self.content(path)?.len() as u64)
        }

        fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
        }

        fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Ok(Box::new(WholeFile(self.content(path)?)))
        }
    }

    struct WholeFile(Arc<[u8]>);

    impl RandomAccessFile for WholeFile {
        fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
            let rest = self.0.get(offset as usize..).unwrap_or_default();
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            Ok(length)
        }
    }
}

struct PagedFile {
    number: u64,
    file: Box<dyn RandomAccessFile>,
}

impl RandomAccessFile for PagedFile {
    /// Reads at most to the end of a page; the caller asks again for more.
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let (page, start) = (offset / PAGE as u64, (offset % PAGE as u64) as usize);
        thread_local! {
            static SLOTS_OF_THREAD: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
        }
        SLOTS_OF_THREAD.with_borrow_mut(|slots| {
            slots.resize_with(SLOTS, Slot::default);
            // Files begin in different places, and neighbours do not collide.
            const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
            let place = (self.number.wrapping_mul(GOLDEN) >> 32).wrapping_add(page);
            let slot = &mut slots[place as usize % SLOTS];
            let rest = slot.page(self, page)?.get(start..).unwrap_or_default();
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            Ok(length)
        })
    }
}

/// A place for one page, empty at first.
#[derive(Default)]
struct Slot {
    holds: Option<(u64, u64)>,
    /// Shorter than a page at the end of a file.
    bytes: Vec<u8>,
}

impl Slot {
    /// The bytes of a page, read if they are not here.
    fn page(&mut self, file: &PagedFile, page: u64) -> io::Result<&[u8]> {
        if self.holds != Some((file.number, page)) {
            self.holds = None;
            self.bytes.resize(PAGE, 0);
            let length = read_all(&*file.file, &mut self.bytes, page * PAGE as u64)?;
            self.bytes.truncate(length);
            self.holds = Some((file.number, page));
        }
        Ok(&self.bytes)
    }
}

/// Fills a buffer, unless the file ends before. Returns how many bytes there were.
fn read_all(file: &dyn RandomAccessFile, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], offset + filled as u64, ReadHint::Data) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn pages_have_the_contents_of_the_file() {
        let folder = tempfile::tempdir().expect("a directory can be made");
        let path = folder.path().join("content");
        let content: Vec<u8> = (0..3 * PAGE + 100).map(|index| (index * index / 7) as u8).collect();
        fs::write(&path, &content).expect("files can be written");
        let files = [(); 3].map(|()| PagedFilesystem::default().open(&path).expect("the file is there"));
        let whole = whole::WholeFiles::default().open(&path).expect("the file is there");
        let files = files.into_iter().chain([whole]).collect::<Vec<_>>();
        for offset in (0..content.len()).step_by(97) {
            for (file, length) in files.iter().zip([1, 200, 2 * PAGE, 2 * PAGE]) {
                let end = content.len().min(offset + length);
                let mut buffer = vec![0; end - offset];
                file.read_exact_at(&mut buffer, offset as u64, ReadHint::Data).expect("so much is there");
                assert_eq!(buffer, content[offset..end]);
            }
        }
        let mut beyond = [0; 2];
        for file in &files {
            assert_eq!(file.read_at(&mut beyond, content.len() as u64, ReadHint::Data).ok(), Some(0));
            assert_eq!(file.read_at(&mut beyond, 10 * PAGE as u64, ReadHint::Data).ok(), Some(0));
            let last = content.len() as u64 - 1;
            let error = file.read_exact_at(&mut beyond, last, ReadHint::Data).map_err(|error| error.kind());
            assert_eq!(error, Err(io::ErrorKind::UnexpectedEof));
        }
    }
}
