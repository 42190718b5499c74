/**
 * The marks that replace the API keys of a run in its journal. Rules use them to recognise the key of the other workspace and
 * the wrong key, also in a HAR file.
 */
import { keyMark } from '../journal/redact.js';

export const keyMarks = {
  /** The key under test. */
  first: keyMark('key'),
  /** The key of another workspace (`--other-api-key`). */
  other: keyMark('other key'),
  /** A key that the explorer makes up, and that no workspace has. */
  wrong: keyMark('wrong key'),
} as const;
