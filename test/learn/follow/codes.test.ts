/** Clients that met only a few refusals teach the shape of all of them, and the code words of those few. */
import { expect, test } from 'vitest';
import { overlayCheck } from '../../../src/adapters/overlay-check.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { follow } from '../../../src/learn/follow/follow.js';
import { openCodes, withOpenCodes } from '../../../src/learn/follow/open-codes.js';
import { applyOverlay } from '../../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../../src/learn/overlay/write.js';
import { contractDocument, learnFrom, standInPlace } from '../places.js';

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

/** What the stand-in answers without a key, after learning from these exchanges. */
async function withoutKey(exchanges: readonly Exchange[], headers: Record<string, string> = {}) {
  const { document } = applyOverlay(contractDocument, writeOverlay(learnFrom(exchanges), '0'));
  const check = await overlayCheck(withOpenCodes(document));
  const complaints: string[] = [];
  const { send } = standInPlace(follow(document).reshape, (answer) => {
    const complaint = check(answer);
    if (complaint !== undefined) complaints.push(complaint);
  });
  const { status, text } = await send({ ...list, headers });
  expect(complaints).toEqual([]);
  return { status, body: JSON.parse(text) as unknown };
}

test('a refusal that was never seen keeps its own code in the shape that was seen', async () => {
  const seen = [
    refused(1, 429, { error: { code: 'rate_limited', message: 'Slow down.' } }),
    refused(2, 502, { error: { code: 'upstream_unavailable', message: 'Later.' } }),
  ];
  expect(await withoutKey(seen)).toEqual({
    status: 401,
    body: { error: { code: 'missing_key', message: expect.stringMatching(/key/) } },
  });
});

test('title and code of a problem are of one refusal', async () => {
  const { status, text } = await standInPlace().send({ ...list, headers: {} });
  const own = JSON.parse(text) as Record<string, unknown>;
  const seen = [refused(1, 429, { ...own, status: 429, code: 'rate_limited', title: 'Too many requests' })];
  expect(await withoutKey(seen)).toMatchObject({
    status,
    body: { code: 'missing_key', title: 'No API key was sent', status: 401 },
  });
});

test('a refusal that was seen has the code it was seen with', async () => {
  const seen = [
    refused(1, 429, { error: { code: 'E429', message: 'Slow down.' } }),
    refused(2, 403, { error: { code: 'E403', message: 'No.' } }, ''),
  ];
  expect(await withoutKey(seen)).toMatchObject({ status: 403, body: { error: { code: 'E403' } } });
  expect(await withoutKey(seen, { authorization: 'Bearer no-such-key' })).toMatchObject({
    status: 401,
    body: { error: { code: 'unknown_key' } },
  });
});

test('a word that marks every refusal stays where the stand-in has none', async () => {
  const seen = [refused(1, 429, { status: 'error', message: 'Slow down.' })];
  expect(await withoutKey(seen)).toMatchObject({ status: 401, body: { status: 'error' } });
});

test('lists of code words are opened wherever they stand', () => {
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
