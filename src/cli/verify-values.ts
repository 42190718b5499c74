/** Checks the base URL and the keys that commands take, and which options fit together. Messages never contain a key. */
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import type { ExploreOptions } from '../contract/index.js';

export function baseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError('bad-option', 'The base URL is not an HTTP URL.', {
      hint: `Expected a URL such as https://host.example${basePath}.`,
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError('bad-option', 'The base URL has more than a host and a path.', {
      hint: 'Remove user names, passwords, queries and fragments. The key belongs in --api-key, the user of a gateway in --basic-auth.',
    });
  }
  const address = text.replace(/\/+$/, '');
  if (address.endsWith(basePath)) return address;
  throw notABase(address);
}

/** `/api/v2`, or the beginning of a base path. */
const OTHER_VERSION = /\/api\/v(?!1(?:\/|$))\d[^/]*(?=\/|$)/;
const PART_OF_BASE = /\/api(?:\/v1\/.*)?$/;

function notABase(address: string): UserError {
  const version = OTHER_VERSION.exec(address)?.[0];
  if (version !== undefined)
    return new UserError(
      'bad-option',
      `The base URL contains ${version}, but the interface describes only version v1, below ${basePath} (section 9).`,
      {
        hint: `If the service also serves v1, use ${address.slice(0, address.indexOf(version))}${basePath}. Deckhand cannot check another version.`,
      },
    );
  return new UserError('bad-option', `The base URL does not end in ${basePath}.`, {
    hint: `Did you mean ${address.replace(PART_OF_BASE, '')}${basePath}?`,
  });
}

/** @throws UserError if the key is missing, or has characters that are not allowed in a header */
export function requireUsableKey(key: string, flag: string): void {
  if (/^[\x21-\x7e]+$/.test(key)) return;
  if (key === '') {
    throw new UserError('bad-option', `${flag} is missing.`, {
      hint: `Give the key with ${flag}, or in the environment variable ${variable(flag)}.`,
    });
  }
  throw new UserError(
    'bad-option',
    `The key of ${flag} has spaces or other characters that are not allowed in a header.`,
  );
}

/** The options that only a read-only run uses, and those that it does not use. */
const READS = [
  ['presentationId', '--presentation-id'],
  ['generationId', '--generation-id'],
] as const;
const CHANGES = [
  ['startBody', '--start-body'],
  ['createBody', '--create-body'],
  ['replyBody', '--reply-body'],
] as const;

/** @throws UserError for options that cannot work together */
export function requireFittingOptions(options: ExploreOptions): void {
  const { readOnly, apiKey, otherApiKey, disabledApiKey } = options;
  const without = (name: keyof ExploreOptions): boolean => options[name] === undefined;
  for (const [name, flag] of readOnly === true ? CHANGES : READS) {
    if (without(name)) continue;
    const [message, hint] =
      readOnly === true
        ? [
            `${flag} and --read-only exclude each other.`,
            'A read-only run sends no such request. Leave one out.',
          ]
        : [
            `${flag} needs --read-only.`,
            'Other runs find their own presentations and jobs. Add --read-only.',
          ];
    throw new UserError('bad-option', message, { hint });
  }
  for (const [key, flag] of [
    [otherApiKey, '--other-api-key'],
    [disabledApiKey, '--disabled-api-key'],
  ] as const)
    if (key !== undefined && key === apiKey)
      throw new UserError('bad-option', `${flag} is the same key as --api-key.`, {
        hint: 'Expected a key of another workspace.',
      });
}

const variable = (flag: string) => `DECKHAND_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
