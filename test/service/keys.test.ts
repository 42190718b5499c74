import { describe, expect, it } from 'vitest';
import { hashKey, createKeyReader, readKey } from '../../src/service/keys.js';

const sent = (headers: Record<string, string>) => readKey({ header: (name) => headers[name] });

describe('the key of a request', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['in x-api-key', { 'x-api-key': 'k-1' }, 'k-1'],
    ['as a bearer token', { authorization: 'Bearer k-1' }, 'k-1'],
    ['as a bearer token in capitals', { authorization: 'BEARER k-1' }, 'k-1'],
    ['with spaces around it', { 'x-api-key': '  k-1 ' }, 'k-1'],
    ['as the bearer token when both are there', { authorization: 'Bearer k-1', 'x-api-key': 'k-2' }, 'k-1'],
    ['in x-api-key beside another scheme', { authorization: 'Basic azE=', 'x-api-key': 'k-2' }, 'k-2'],
    ['nowhere', {}, undefined],
    ['nowhere: a scheme alone', { authorization: 'Bearer' }, undefined],
  ])('is read %s', (_, headers, key) => {
    expect(sent(headers)).toBe(key);
  });
});

describe('the keys that were sent', () => {
  const request = (key: string) => ({ header: (name: string) => (name === 'x-api-key' ? key : undefined) });
  const hashing = () => {
    const hashed: string[] = [];
    const keys = createKeyReader((key) => {
      hashed.push(key);
      return hashKey(key);
    });
    return { hashed, keys };
  };

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
});
