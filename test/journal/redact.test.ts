import { describe, expect, it } from 'vitest';
import { keyMark, redactHeaders, redactText } from '../../src/journal/redact.js';

const MARK = '[redacted 1a2b3c4d]';

describe('the mark in place of a key', () => {
  it('tells keys apart by their fingerprint', () => {
    expect(keyMark('1a2b3c4d')).toBe(MARK);
  });

  it('says no more than that there was one, without a fingerprint', () => {
    expect(keyMark()).toBe('[redacted]');
  });
});

describe('redacted headers', () => {
  it.each([
    ['x-api-key', 'secret', MARK],
    ['X-API-Key', 'secret', MARK],
    ['Authorization', 'Bearer secret', `Bearer ${MARK}`],
    ['authorization', 'bEARER secret', `bEARER ${MARK}`],
    ['Authorization', 'Basic c2VjcmV0', `Basic ${MARK}`],
    ['Authorization', 'secret', MARK],
    ['Authorization', 'Bearersecret', MARK],
    ['Authorization', 'Digest username="secret"', MARK],
    ['Proxy-Authorization', 'Basic c2VjcmV0', `Basic ${MARK}`],
    ['Cookie', 'session=secret', MARK],
    ['Set-Cookie', 'session=secret', MARK],
  ])('%s: %s', (name, value, redacted) => {
    expect(redactHeaders([[name, value]], MARK)).toEqual([[name, redacted]]);
  });

  it('keep everything else, in the order and the case of the wire', () => {
    const headers = [
      ['Host', 'localhost'],
      ['X-API-KEY', 'one'],
      ['Accept', '*/*'],
      ['x-api-key', 'two'],
      ['Accept', 'text/html'],
    ] as const;
    expect(redactHeaders(headers, MARK)).toEqual([
      ['Host', 'localhost'],
      ['X-API-KEY', MARK],
      ['Accept', '*/*'],
      ['x-api-key', MARK],
      ['Accept', 'text/html'],
    ]);
  });
});

describe('redacted text', () => {
  it('has the mark wherever the key was', () => {
    expect(redactText('?key=s3cr3t&again=s3cr3t', 's3cr3t', MARK)).toBe(`?key=${MARK}&again=${MARK}`);
  });

  it('takes the key as it is, not as a pattern', () => {
    expect(redactText('a.c+ abc', 'a.c+', MARK)).toBe(`${MARK} abc`);
  });

  it('is unchanged where there is no key', () => {
    expect(redactText('nothing here', 's3cr3t', MARK)).toBe('nothing here');
    expect(redactText('nothing here', undefined, MARK)).toBe('nothing here');
  });

  it('is not torn to pieces by a key of a letter or two', () => {
    expect(redactText('a banana', 'a', MARK)).toBe('a banana');
  });
});
