/** Placeholders for the API keys of a verify run in its journal. Rules recognize the role of a key by them, also in a HAR file. */
import { redactionMark } from '../../journal/redact/redaction-mark.js';

export type InvalidKeyKind = (typeof invalidKeyKinds)[number];

export type CredentialForm = (typeof credentialVariants)[number];

/**
 * Invalid keys derived from the key under test: truncated, extended, other case; and unrelated invalid keys, also empty or in other
 * schemes.
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
 * Forms of a request with the key under test that 5.1 does not specify: next to an invalid key in the other header, in quotes, in
 * another scheme, or with `bearer` in lower case. They are neither valid nor invalid.
 */
export const credentialVariants = [
  'with-invalid-bearer',
  'with-invalid-x-api-key',
  'quoted',
  'other-scheme',
  'lowercase-bearer',
] as const;

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
  /** The key of a workspace without API access (`--api-key-without-access`). */
  disabled: redactionMark('disabled key'),
  wrong: invalidKeyPlaceholders.unknown,
} as const;

export function getInvalidKeyKind(placeholder: string | undefined): InvalidKeyKind | undefined {
  return invalidKeyKinds.find((kind) => invalidKeyPlaceholders[kind] === placeholder);
}

export function getCredentialForm(placeholder: string | undefined): CredentialForm | undefined {
  return credentialVariants.find((form) => credentialVariantPlaceholders[form] === placeholder);
}

/** A label for each form, without an article. */
export const credentialVariantLabels: Readonly<Record<CredentialForm, string>> = {
  'with-invalid-bearer': 'key in x-api-key and an invalid one in Authorization',
  'with-invalid-x-api-key': 'key in Authorization and an invalid one in x-api-key',
  quoted: 'key in quotes',
  'other-scheme': 'key in another scheme than Bearer',
  'lowercase-bearer': 'key after bearer in lower case',
};

/** A label for each kind, with its article. */
export const invalidKeyLabels: Readonly<Record<InvalidKeyKind, readonly [article: string, name: string]>> = {
  unknown: ['an', 'invalid key'],
  truncated: ['the', 'key without its last character'],
  extended: ['the', 'key with an additional character'],
  empty: ['an', 'empty key'],
  'other-case': ['the', 'key in another case'],
  'other-scheme': ['an', 'invalid key in another scheme than Bearer'],
  'basic-scheme': ['an', 'invalid key in the scheme Basic'],
};
