'use strict';
// The binary log, as tools/treeview/src/record.rs and log.rs lay it out: a head in JSON, records of 40 bytes in the
// order of time, and the moves that were not tried, four bytes each. Nothing is copied: every field is read from
// the bytes where it lies.

const NONE = 0xffffffff;

const Role = {
  ROOT: 0,
  MOVE: 1,
  NULL_MOVE: 2,
  SINGULAR_TEST: 3,
  RAZORING_TEST: 4,
  SKIPPED: 5,
  VERIFICATION: 6,
};

/** Roles of visits that stay at the node they are made from. */
const TESTS = new Set([Role.SINGULAR_TEST, Role.RAZORING_TEST, Role.VERIFICATION]);

const Flag = {
  UNFINISHED: 4,
  AGAIN: 8,
  QUIESCENCE: 16,
  PRINCIPAL: 32,
  VALUE: 64,
};

/** The code of the reason that every search has, see tools/treeview/src/reason.rs. */
const BETA_CUT = 1;

const HEADER_BYTES = 24;
const RECORD_BYTES = 40;
const UNTRIED_BYTES = 4;

class Log {
  /** Reads the text of an element: base64 of a compressed log. */
  static async decode(text) {
    const letters = atob(text.trim());
    const packed = new Uint8Array(letters.length);
    for (let index = 0; index < letters.length; index += 1) packed[index] = letters.charCodeAt(index);
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Log(await new Response(unpacked).arrayBuffer());
  }

  constructor(buffer) {
    const view = new DataView(buffer);
    const headBytes = view.getUint32(12, true);
    this.length = view.getUint32(16, true);
    const head = new Uint8Array(buffer, HEADER_BYTES, headBytes);
    this.about = JSON.parse(new TextDecoder().decode(head));
    this.records = new DataView(buffer, HEADER_BYTES + headBytes, this.length * RECORD_BYTES);
    const untriedAt = HEADER_BYTES + headBytes + this.length * RECORD_BYTES;
    this.untried = new DataView(buffer, untriedAt, view.getUint32(20, true) * UNTRIED_BYTES);
  }

  u32(record, offset) { return this.records.getUint32(record * RECORD_BYTES + offset, true); }
  i16(record, offset) { return this.records.getInt16(record * RECORD_BYTES + offset, true); }
  u16(record, offset) { return this.records.getUint16(record * RECORD_BYTES + offset, true); }
  i8(record, offset) { return this.records.getInt8(record * RECORD_BYTES + offset); }
  u8(record, offset) { return this.records.getUint8(record * RECORD_BYTES + offset); }

  parent(record) { return this.u32(record, 0); }
  source(record) { return this.u32(record, 4); }
  hidden(record) { return this.u32(record, 12); }
  alpha(record) { return this.i16(record, 16); }
  beta(record) { return this.i16(record, 18); }
  score(record) { return this.i16(record, 20); }
  tableScore(record) { return this.i16(record, 22); }
  move(record) { return this.u16(record, 24); }
  tableMove(record) { return this.u16(record, 26); }
  untriedCount(record) { return this.u16(record, 28); }
  depth(record) { return this.i8(record, 30); }
  reduction(record) { return this.i8(record, 31); }
  /** The iteration of a root, which may be searched again less deep. */
  iteration(record) { return this.depth(record) + this.reduction(record); }
  extension(record) { return this.i8(record, 32); }
  tableDepth(record) { return this.i8(record, 33); }
  role(record) { return this.u8(record, 34); }
  end(record) { return this.u8(record, 35); }
  has(record, flag) { return (this.u8(record, 36) & flag) !== 0; }
  tableBound(record) { return this.u8(record, 37); }
  ply(record) { return this.u8(record, 38); }

  /** The move of a node that was never tried, and the code of the reason. */
  untriedMove(record, index) {
    const at = (this.u32(record, 8) + index) * UNTRIED_BYTES;
    return { move: this.untried.getUint16(at, true), why: this.untried.getUint16(at + 2, true) };
  }
}
