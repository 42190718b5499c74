/**
 * Placeholders for the API keys of a verify run in its journal. Rules use them to recognise the key of the other workspace, the
 * wrong keys and the key without API access, also in a HAR file.
 */
import { redactionMark } from '../../journal/redact/redaction-mark.js';

/**
 * Keys that the explorer makes up, and that no workspace has: one that looks like the key under test, the key without its last
 * character, the key with one more, an empty value, a key of mixed case in the other case, and a wrong key in two other schemes.
 */
export const invalidKeyKinds = [
  'unknown',
  'truncated',
  'extended',
  'empty',
  'other-case',
  'other-scheme',
  'basic-scheme',
] as const;

export type InvalidKeyKind = (typeof invalidKeyKinds)[number];

export const invalidKeyPlaceholders = {
  unknown: redactionMark('wrong key'),
  truncated: redactionMark('wrong key prefix'),
  extended: redactionMark('wrong key suffix'),
  empty: redactionMark('wrong key empty'),
  'other-case': redactionMark('wrong key case'),
  'other-scheme': redactionMark('wrong key scheme'),
  'basic-scheme': redactionMark('wrong key basic'),
} as const satisfies Record<InvalidKeyKind, string>;

/**
 * Forms of a request with the key under test that 5.1 leaves open: a wrong key in the other header, quotes around the key, another
 * scheme, or `bearer` in small letters. They are neither valid nor wrong.
 */
export const credentialVariants = [
  'with-invalid-bearer',
  'with-invalid-x-api-key',
  'quoted',
  'other-scheme',
  'lowercase-bearer',
] as const;

export type CredentialForm = (typeof credentialVariants)[number];

export const credentialVariantPlaceholders = {
  'with-invalid-bearer': redactionMark('key beside wrong bearer'),
  'with-invalid-x-api-key': redactionMark('key beside wrong x-api-key'),
  quoted: redactionMark('key in quotes'),
  'other-scheme': redactionMark('key in another scheme'),
  'lowercase-bearer': redactionMark('key in small bearer'),
} as const satisfies Record<CredentialForm, string>;

export const keyPlaceholders = {
  /** The key under test. */
  main: redactionMark('key'),
  /** The key of another workspace (`--other-api-key`). */
  other: redactionMark('other key'),
  /** The key of a workspace without API access (`--disabled-api-key`). */
  disabled: redactionMark('disabled key'),
  wrong: invalidKeyPlaceholders.unknown,
} as const;

export function getInvalidKeyKind(mark: string | undefined): InvalidKeyKind | undefined {
  return invalidKeyKinds.find((kind) => invalidKeyPlaceholders[kind] === mark);
}

export function getCredentialForm(mark: string | undefined): CredentialForm | undefined {
  return credentialVariants.find((form) => credentialVariantPlaceholders[form] === mark);
}

/** Each form in a few words, without an article. */
export const credentialVariantLabels: Readonly<Record<CredentialForm, string>> = {
  'with-invalid-bearer': 'key in x-api-key and a wrong one in bearer',
  'with-invalid-x-api-key': 'key in bearer and a wrong one in x-api-key',
  quoted: 'key in quotes',
  'other-scheme': 'key in another scheme than Bearer',
  'lowercase-bearer': 'key after bearer in small letters',
};

/** Each kind in a few words, its article apart. */
export const invalidKeyLabels: Readonly<Record<InvalidKeyKind, readonly [article: string, name: string]>> = {
  unknown: ['a', 'wrong key'],
  truncated: ['the', 'key without its last character'],
  extended: ['the', 'key and one more character'],
  empty: ['an', 'empty key'],
  'other-case': ['the', 'key in another case'],
  'other-scheme': ['a', 'wrong key in another scheme than Bearer'],
  'basic-scheme': ['a', 'wrong key in the scheme Basic'],
};
