/** Checks the base URL, the keys and the bodies that commands take. Messages never contain a key. */
import { basePath } from '../generated/routes.js';
import { isObject } from '../base/json.js';
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
  throw new UserError('bad-option', `The base URL does not end in ${basePath}.`, {
    hint: `Did you mean ${address}${basePath}?`,
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

const bodyExamples = {
  '--start-body': '{"prompt":"{{prompt}}","template_id":"{{template_id}}","language":"en"}',
  '--create-body': '{"template_id":"{{template_id}}","title":"{{title}}"}',
  '--reply-body': '{"message":"{{message}}"}',
} as const;

/** @throws UserError if the text is not JSON, or not an object */
export function bodyValue(text: string, flag: keyof typeof bodyExamples): unknown {
  const hint = `Expected a JSON object such as '${bodyExamples[flag]}'.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UserError('bad-option', `The value of ${flag} is not JSON.`, { hint, cause });
  }
  if (isObject(value)) return value;
  throw new UserError('bad-option', `The value of ${flag} is not a JSON object.`, { hint });
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
