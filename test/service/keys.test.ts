import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { hashKey, keyReader, rateBucket, sentKey } from '../../src/service/keys.js';

const sent = (headers: Record<string, string>) => sentKey({ header: (name) => headers[name] });

describe('the key of a request', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['in x-api-key', { 'x-api-key': 'k-1' }, 'k-1'],
    ['as a bearer token', { authorization: 'Bearer k-1' }, 'k-1'],
    ['as a bearer token in small letters', { authorization: 'bearer k-1' }, 'k-1'],
    ['as a bearer token in capitals', { authorization: 'BEARER k-1' }, 'k-1'],
    ['with spaces around it', { 'x-api-key': '  k-1 ' }, 'k-1'],
    ['after several spaces', { authorization: 'Bearer   k-1' }, 'k-1'],
    ['as the bearer token when both are there', { authorization: 'Bearer k-1', 'x-api-key': 'k-2' }, 'k-1'],
    ['in x-api-key beside another scheme', { authorization: 'Basic azE=', 'x-api-key': 'k-2' }, 'k-2'],
    [
      'in x-api-key beside a bearer token that is none',
      { authorization: 'Bearer ', 'x-api-key': 'k-2' },
      'k-2',
    ],
    ['nowhere', {}, undefined],
    ['nowhere: an empty header', { 'x-api-key': '' }, undefined],
    ['nowhere: spaces', { 'x-api-key': '   ' }, undefined],
    ['nowhere: a scheme alone', { authorization: 'Bearer' }, undefined],
    ['nowhere: a key without a scheme', { authorization: 'k-1' }, undefined],
    ['nowhere: another scheme', { authorization: 'Basic azE=' }, undefined],
    ['nowhere: a scheme that only begins alike', { authorization: 'Bearerx k-1' }, undefined],
  ])('is read %s', (_, headers, key) => {
    expect(sent(headers)).toBe(key);
  });
});

describe('the hash of a key', () => {
  it('is SHA-256 in hex', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (key) => {
        expect(hashKey(key)).toBe(createHash('sha256').update(key, 'utf8').digest('hex'));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the keys that were sent', () => {
  const request = (key: string) => ({ header: (name: string) => (name === 'x-api-key' ? key : undefined) });
  const hashing = () => {
    const hashed: string[] = [];
    const keys = keyReader((key) => {
      hashed.push(key);
      return hashKey(key);
    });
    return { hashed, keys };
  };

  it('are hashed once, however often they come', () => {
    const { hashed, keys } = hashing();
    for (const key of ['k-1', 'k-2', 'k-1', 'k-2']) {
      expect(keys(request(key))).toMatchObject({ value: key, hash: hashKey(key) });
    }
    expect(hashed).toEqual(['k-1', 'k-2']);
  });

  it('are remembered in bounded number and length', () => {
    const { hashed, keys } = hashing();
    const long = 'x'.repeat(257);
    for (const key of [long, long]) keys(request(key));
    expect(hashed).toEqual([long, long]);
    for (let count = 0; count <= 1000; count += 1) keys(request(`k-${count}`));
    hashed.length = 0;
    for (const key of ['k-1000', 'k-1', 'k-0']) keys(request(key));
    expect(hashed).toEqual(['k-0']);
  });

  it('have a bucket for each rate, which does not reveal them', () => {
    const hash = hashKey('k-1');
    const bucket = rateBucket({ value: 'k-1', hash }, { requests: 2, window: 1000 });
    expect(bucket).toBe(`${hash.slice(0, 16)}:2/1000`);
  });
});
