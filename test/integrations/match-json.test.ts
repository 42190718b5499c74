import { describe, expect, it } from 'vitest';
import { matchesBody } from '../../src/integrations/match-json.js';

const body = (value: unknown) => {
  const text = JSON.stringify(value);
  return { text, bytes: text.length };
};

describe('a body matches the expected fields', () => {
  it.each<[unknown, unknown]>([
    [{ prompt: 'a', template_id: 'b' }, { prompt: 'a' }],
    [{ list: [{ a: 1, b: 2 }, 2] }, { list: [{ a: 1 }, 2] }],
    [{ prompt: 'about taxis' }, { prompt: expect.stringContaining('taxis') }],
    [{ a: null }, { a: null }],
    ['text', 'text'],
  ])('%j with %j', (sent, expected) => {
    expect(matchesBody(body(sent), expected)).toBe(true);
  });

  it.each<[unknown, unknown]>([
    [{ prompt: 'a' }, { prompt: 'b' }],
    [{}, { constructor: expect.anything() }],
    [{ list: [1, 2] }, { list: [1] }],
    [{ list: [1] }, { list: { 0: 1 } }],
    [{ a: null }, { a: {} }],
    [{ a: '1' }, { a: 1 }],
    [null, {}],
  ])('but not %j with %j', (sent, expected) => {
    expect(matchesBody(body(sent), expected)).toBe(false);
  });

  it('but not when the body is missing, truncated or not JSON', () => {
    expect(matchesBody(undefined, {})).toBe(false);
    expect(matchesBody({ ...body({}), truncated: true }, {})).toBe(false);
    expect(matchesBody({ text: 'e30=', encoding: 'base64', bytes: 2 }, {})).toBe(false);
    expect(matchesBody({ text: '{', bytes: 1 }, {})).toBe(false);
  });
});
