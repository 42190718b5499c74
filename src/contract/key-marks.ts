/**
 * What stands in the journal in the place of each API key of a run. The marks are part of the wire evidence: a rule, and
 * a HAR file read back, tell by them which key was the other workspace's and which was no key at all.
 */
import { keyMark } from '../journal/redact.js';

export const keyMarks = {
  /** The key under test. */
  first: keyMark('key'),
  /** A key that its owner says opens another workspace. */
  other: keyMark('other key'),
  /** A key that no workspace has, made up by the explorer. */
  wrong: keyMark('wrong key'),
} as const;
