/** A few observed errors show the shape of all error responses, but only their own code words. */
import { expect, test } from 'vitest';
import { overlayCheck } from '../../../src/server/overlay-check.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { imitate } from '../../../src/learn/imitate/imitate.js';
import { openCodes, withOpenCodes } from '../../../src/learn/imitate/open-codes.js';
import { applyOverlay } from '../../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../../src/learn/overlay/write.js';
import { contractDocument, learnFrom, mockService } from '../services.js';

const list = { method: 'GET', path: '/api/v1/templates' };

function refused(sequence: number, status: number, body: unknown, authorization = 'Bearer k'): Exchange {
  const text = JSON.stringify(body);
  return {
    sequence,
    startedAt: sequence * 1000,
    endedAt: sequence * 1000 + 5,
    request: {
      method: 'GET',
      url: 'https://slides.example/api/v1/templates',
      headers: authorization === '' ? [] : [['authorization', authorization]],
    },
    response: {
      status,
      headers: [['content-type', 'application/json']],
      body: { text, bytes: Buffer.byteLength(text) },
    },
  };
}

/** Deckhand's response to a request without a key, after learning from these exchanges. */
async function withoutKey(exchanges: readonly Exchange[], headers: Record<string, string> = {}) {
  const { document } = applyOverlay(contractDocument, writeOverlay(learnFrom(exchanges), '0'));
  const check = await overlayCheck(withOpenCodes(document));
  const violations: string[] = [];
  const { send } = mockService(imitate(document).reshape, (answer) => {
    const violation = check(answer);
    if (violation !== undefined) violations.push(violation);
  });
  const { status, text } = await send({ ...list, headers });
  expect(violations).toEqual([]);
  return { status, body: JSON.parse(text) as unknown };
}

test('an unobserved error keeps its code in the observed shape', async () => {
  const observed = [
    refused(1, 429, { error: { code: 'rate_limited', message: 'Slow down.' } }),
    refused(2, 502, { error: { code: 'upstream_unavailable', message: 'Later.' } }),
  ];
  expect(await withoutKey(observed)).toEqual({
    status: 401,
    body: { error: { code: 'missing_key', message: expect.stringMatching(/key/) } },
  });
});

test('the title and the code of a problem belong to the same error', async () => {
  const { status, text } = await mockService().send({ ...list, headers: {} });
  const own = JSON.parse(text) as Record<string, unknown>;
  const observed = [
    refused(1, 429, { ...own, status: 429, code: 'rate_limited', title: 'Too many requests' }),
  ];
  expect(await withoutKey(observed)).toMatchObject({
    status,
    body: { code: 'missing_key', title: 'No API key was sent', status: 401 },
  });
});

test('an observed error has its observed code', async () => {
  const observed = [
    refused(1, 429, { error: { code: 'E429', message: 'Slow down.' } }),
    refused(2, 403, { error: { code: 'E403', message: 'No.' } }, ''),
  ];
  expect(await withoutKey(observed)).toMatchObject({ status: 403, body: { error: { code: 'E403' } } });
  expect(await withoutKey(observed, { authorization: 'Bearer no-such-key' })).toMatchObject({
    status: 401,
    body: { error: { code: 'unknown_key' } },
  });
});

test('a code word of every error response stays where Deckhand has none', async () => {
  const observed = [refused(1, 429, { status: 'error', message: 'Slow down.' })];
  expect(await withoutKey(observed)).toMatchObject({ status: 401, body: { status: 'error' } });
});

test('lists of code words become examples at every depth', () => {
  const code = { type: 'string', enum: ['a', 'b'] };
  const opened = { type: 'string', examples: ['a'] };
  const schema = {
    anyOf: [{ type: 'object', properties: { code, list: { type: 'array', items: code } } }],
    additionalProperties: code,
  };
  expect(openCodes(schema)).toEqual({
    anyOf: [{ type: 'object', properties: { code: opened, list: { type: 'array', items: opened } } }],
    additionalProperties: opened,
  });
  expect(openCodes(schema, { code: 'b', list: ['c'] }).anyOf).toEqual([
    { type: 'object', properties: { code, list: { type: 'array', items: opened } } },
  ]);
});
