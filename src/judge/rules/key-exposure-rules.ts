/** Rules about keys in responses: the value of a key is shown once, when it is created. Section 5. */
import { hasValidKey, type Call } from '../model/call.js';
import { keyPlaceholders, type InvalidKeyKind } from '../model/key-placeholders.js';
import { memoizeByTrace } from '../model/trace.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { findTextInBody } from './checks/find-text.js';
import { createRule, violation } from './create-rule.js';

const NAMES = {
  [keyPlaceholders.main]: 'the key under test',
  [keyPlaceholders.other]: 'the key of the other workspace',
} as const;

/** Invalid keys that contain most of the key under test. An error may quote what was sent. */
const DERIVED: ReadonlySet<InvalidKeyKind | undefined> = new Set(['truncated', 'extended', 'other-case']);

export const keyExposureRules: readonly Rule[] = [
  createRule({
    id: 'auth/responses-contain-no-key',
    sections: ['5'],
    title: 'A response never contains a valid key',
    interpretation:
      'verify only, for keys of 16 characters or more. Invalid keys may be quoted, and so may a key that the service rejects with 401.',
    select: (trace) =>
      (trace.options.longKeys ?? []).length === 0
        ? []
        : trace.calls.filter(({ exchange, status }) => status > 0 && exchange.response?.body !== undefined),
    notCovered: 'no key of 16 characters or more in a run of `deckhand verify`',
    check: (call, trace) =>
      Object.entries(NAMES).flatMap(([placeholder, name]) =>
        trace.options.longKeys?.includes(placeholder) === true && !getSentKeys(trace).has(placeholder)
          ? checkBody(call, placeholder, name)
          : [],
      ),
  }),
];

/** The keys that a request had in its path or body: a response may repeat these. */
const getSentKeys = memoizeByTrace(
  ({ calls }) =>
    new Set(
      Object.keys(NAMES).filter((placeholder) =>
        calls.some(
          ({ exchange: { request } }) =>
            request.url.includes(placeholder) || request.body?.text.includes(placeholder) === true,
        ),
      ),
    ),
);

function checkBody(call: Call, placeholder: string, name: string): readonly Finding[] {
  const { credential, status } = call;
  const mayQuote =
    placeholder === keyPlaceholders.main &&
    (DERIVED.has(credential.invalidKind) || credential.variant !== undefined);
  // The service takes the key for an invalid one.
  const isRejected = status === 401 && hasValidKey(call) && credential.key === placeholder;
  const match = mayQuote || isRejected ? undefined : findTextInBody(call, placeholder);
  if (!match) return [];
  return [
    violation(`a response contains ${name}`, {
      ...{ expected: description('no key'), actual: description(name), call, path: match.path },
      cause: 'a response contains a key',
    }),
  ];
}
