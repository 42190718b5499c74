/**
 * The marks that replace the API keys of a run in its journal. Rules use them to recognise the key of the other workspace, the
 * wrong keys and the key without API access, also in a HAR file.
 */
import { keyMark } from '../../journal/redact/mark.js';

/**
 * Keys that the explorer makes up, and that no workspace has: one that looks like the key under test, the key without its last
 * character, the key with one more, an empty value, a key of mixed case in the other case, and a wrong key in two other schemes.
 */
export const wrongKeyKinds = ['unknown', 'prefix', 'suffix', 'empty', 'case', 'scheme', 'basic'] as const;

export type WrongKeyKind = (typeof wrongKeyKinds)[number];

export const wrongKeyMarks = {
  unknown: keyMark('wrong key'),
  prefix: keyMark('wrong key prefix'),
  suffix: keyMark('wrong key suffix'),
  empty: keyMark('wrong key empty'),
  case: keyMark('wrong key case'),
  scheme: keyMark('wrong key scheme'),
  basic: keyMark('wrong key basic'),
} as const satisfies Record<WrongKeyKind, string>;

/**
 * Forms of a request with the key under test that 5.1 leaves open: a wrong key in the other header, quotes around the key, another
 * scheme, or `bearer` in small letters. They are neither valid nor wrong.
 */
export const keyForms = ['beside-bearer', 'beside-x-api-key', 'quotes', 'scheme', 'small-bearer'] as const;

export type KeyForm = (typeof keyForms)[number];

export const keyFormMarks = {
  'beside-bearer': keyMark('key beside wrong bearer'),
  'beside-x-api-key': keyMark('key beside wrong x-api-key'),
  quotes: keyMark('key in quotes'),
  scheme: keyMark('key in another scheme'),
  'small-bearer': keyMark('key in small bearer'),
} as const satisfies Record<KeyForm, string>;

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

export function keyFormOf(mark: string | undefined): KeyForm | undefined {
  return keyForms.find((form) => keyFormMarks[form] === mark);
}

/** Each form in a few words, without an article. */
export const keyFormNames: Readonly<Record<KeyForm, string>> = {
  'beside-bearer': 'key in x-api-key and a wrong one in bearer',
  'beside-x-api-key': 'key in bearer and a wrong one in x-api-key',
  quotes: 'key in quotes',
  scheme: 'key in another scheme than Bearer',
  'small-bearer': 'key after bearer in small letters',
};

/** Each kind in a few words, its article apart. */
export const wrongKeyNames: Readonly<Record<WrongKeyKind, readonly [article: string, name: string]>> = {
  unknown: ['a', 'wrong key'],
  prefix: ['the', 'key without its last character'],
  suffix: ['the', 'key and one more character'],
  empty: ['an', 'empty key'],
  case: ['the', 'key in another case'],
  scheme: ['a', 'wrong key in another scheme than Bearer'],
  basic: ['a', 'wrong key in the scheme Basic'],
};
