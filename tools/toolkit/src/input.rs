//! Files that may be compressed with gzip or zstd. The format is detected by the first bytes, not the name.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Buffer size in bytes.
const BUFFER: usize = 1 << 18;

/// Decompresses an input if it is compressed.
///
/// # Errors
/// If its first bytes cannot be read.
pub fn decompressed<'a>(input: impl Read + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let is_gzip = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    let is_zstd = input.buffer().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    Ok(if is_gzip {
        Box::new(BufReader::with_capacity(BUFFER, flate2::bufread::MultiGzDecoder::new(input)))
    } else if is_zstd {
        Box::new(BufReader::with_capacity(
            BUFFER,
            ZstdFrames(Some(StreamingDecoder::new(input).map_err(invalid)?)),
        ))
    } else {
        Box::new(input)
    })
}

/// A zstd file is a sequence of frames, of which the decoder reads one.
struct ZstdFrames<R: BufRead>(Option<StreamingDecoder<R, FrameDecoder>>);

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.0 {
            let count = frame.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut input) = self.0.take().map(StreamingDecoder::into_inner) else { break };
            if !input.fill_buf()?.is_empty() {
                self.0 = Some(StreamingDecoder::new(input).map_err(invalid)?);
            }
        }
        Ok(0)
    }
}

fn invalid(error: FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is no whole zstd file: {error}"))
}

/// Returns `true` for a name that ends in `.pgn`, `.pgn.gz` or `.pgn.zst`.
pub fn is_pgn(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    [".pgn", ".pgn.gz", ".pgn.zst"].iter().any(|end| name.ends_with(end))
}

/// A text without a leading byte-order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Compressed in two parts, as parallel compressors do it.
    #[test]
    fn compressed_files_are_read_as_their_contents() {
        let gzip = |text: &str| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        let zstd = |text: &str| {
            ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
        };
        let plain = |text: &str| text.as_bytes().to_vec();
        for compress in [&gzip as &dyn Fn(&str) -> Vec<u8>, &zstd, &plain] {
            let bytes = [compress("one\n"), compress("two\n")].concat();
            let mut text = String::new();
            decompressed(&bytes[..]).unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "one\ntwo\n");
            // A file that was cut off is an error and not a shorter text.
            if bytes.starts_with(b"one") {
                continue;
            }
            let read = decompressed(&bytes[..bytes.len() - 3]).unwrap().read_to_end(&mut Vec::new());
            assert!(read.is_err(), "{read:?}");
        }
        assert_eq!(decompressed(&b""[..]).unwrap().read(&mut [0]).unwrap(), 0);
    }
}
