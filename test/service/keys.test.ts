import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { findKey, hashKey, sentKey } from '../../src/service/keys.js';
import { Directory } from '../../src/store/directory.js';
import { KEYS, rows } from '../store/rows.js';

const sent = (headers: Record<string, string>) => sentKey((name) => headers[name]);

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
  ])('stands %s', (_, headers, key) => {
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

describe('a key in the directory', () => {
  const directory = new Directory(rows());

  it('is found by its hash', () => {
    expect(findKey(directory, hashKey(KEYS.amber))?.workspaceId).toBe('amber');
    expect(findKey(directory, hashKey(KEYS.birch))?.workspaceId).toBe('birch');
  });

  it.each(['', 'key-of-ambe', 'key-of-amber ', 'Key-of-amber', hashKey(KEYS.amber)])(
    'is not found for %j',
    (key) => {
      expect(findKey(directory, hashKey(key))).toBeUndefined();
    },
  );

  it('is kept nowhere as it is', () => {
    expect(JSON.stringify(directory.rows)).not.toContain(KEYS.amber);
  });

  it('is compared whole: a directory that answers for another hash gives nobody access', () => {
    const [row] = rows().apiKeys;
    const careless = { keyByHash: () => row } as unknown as Directory;
    const hash = hashKey(KEYS.amber);
    expect(findKey(careless, hash)).toBe(row);
    const other = (digit: string) => (digit === '0' ? '1' : '0');
    for (const wrong of [hash.replace(/^./, other), hash.replace(/.$/, other), hash.slice(1), `${hash}0`]) {
      expect(findKey(careless, wrong)).toBeUndefined();
    }
  });
});
