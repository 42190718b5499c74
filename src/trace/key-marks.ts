/**
 * The marks that replace the API keys of a run in its journal. Rules use them to recognise the key of the other workspace, the
 * wrong keys and the key without API access, also in a HAR file.
 */
import { keyMark } from '../journal/redact/mark.js';

/**
 * Keys that the explorer makes up, and that no workspace has: one that looks like the key under test, the key without its last
 * character, the key with one more, an empty value, a key of mixed case in the other case, and a wrong key in another scheme.
 */
export const wrongKeyKinds = ['unknown', 'prefix', 'suffix', 'empty', 'case', 'scheme'] as const;

export type WrongKeyKind = (typeof wrongKeyKinds)[number];

export const wrongKeyMarks = {
  unknown: keyMark('wrong key'),
  prefix: keyMark('wrong key prefix'),
  suffix: keyMark('wrong key suffix'),
  empty: keyMark('wrong key empty'),
  case: keyMark('wrong key case'),
  scheme: keyMark('wrong key scheme'),
} as const satisfies Record<WrongKeyKind, string>;

export const keyMarks = {
  /** The key under test. */
  first: keyMark('key'),
  /** The key of another workspace (`--other-api-key`). */
  other: keyMark('other key'),
  /** The key of a workspace without API access (`--disabled-api-key`). */
  disabled: keyMark('disabled key'),
  wrong: wrongKeyMarks.unknown,
} as const;

export function wrongKeyKindOf(mark: string | undefined): WrongKeyKind | undefined {
  return wrongKeyKinds.find((kind) => wrongKeyMarks[kind] === mark);
}

/** Each kind in a few words, for messages. */
export const wrongKeyTexts: Readonly<Record<WrongKeyKind, string>> = {
  unknown: 'a wrong key',
  prefix: 'the key without its last character',
  suffix: 'the key and one more character',
  empty: 'an empty key',
  case: 'the key in another case',
  scheme: 'a wrong key in another scheme than Bearer',
};
