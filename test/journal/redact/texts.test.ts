import { describe, expect, it } from 'vitest';
import { keyMark } from '../../../src/journal/redact/mark.js';
import { Redactor } from '../../../src/journal/redact/redactor.js';

const MARK = '[redacted 1a2b3c4d]';
const markOf = (): string => MARK;
const plain = new Redactor();
const redactor = (key: string): Redactor => new Redactor([{ key, mark: MARK }]);

describe('the mark that replaces a key', () => {
  it('has the fingerprint of the key', () => {
    expect(keyMark('1a2b3c4d')).toBe(MARK);
  });

  it('is the same for all keys without a fingerprint', () => {
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
    expect(plain.headers([[name, value]], markOf)).toEqual([[name, redacted]]);
  });

  it('keep all other headers, in the order and the case of the wire', () => {
    const headers = [
      ['Host', 'localhost'],
      ['X-API-KEY', 'one'],
      ['Accept', '*/*'],
      ['x-api-key', 'two'],
      ['Accept', 'text/html'],
    ] as const;
    expect(plain.headers(headers, markOf)).toEqual([
      ['Host', 'localhost'],
      ['X-API-KEY', MARK],
      ['Accept', '*/*'],
      ['x-api-key', MARK],
      ['Accept', 'text/html'],
    ]);
  });
});

describe('redacted headers of an exchange with a known key', () => {
  it('do not contain the key', () => {
    const headers = [
      ['Referer', 'https://app.test/?k=s3cr3t&again=s3cr3t'],
      ['X-Api-Key', 's3cr3t'],
      ['Accept', '*/*'],
    ] as const;
    expect(redactor('s3cr3t').headers(headers, markOf)).toEqual([
      ['Referer', `https://app.test/?k=${MARK}&again=${MARK}`],
      ['X-Api-Key', MARK],
      ['Accept', '*/*'],
    ]);
  });
});

describe('a redacted URL', () => {
  it.each([
    ['/templates?api_key=whoever', `/templates?api_key=${MARK}`],
    ['/templates?a=1&API-KEY=whoever&b=2', `/templates?a=1&API-KEY=${MARK}&b=2`],
    ['/templates?x-api-key=a=b', `/templates?x-api-key=${MARK}`],
    ['/templates?access_token=whoever#end', `/templates?access_token=${MARK}#end`],
    ['/templates?token=one&token=two', `/templates?token=${MARK}&token=${MARK}`],
    ['/s3cr3t/templates?q=s3cr3t', `/${MARK}/templates?q=${MARK}`],
  ])('%s becomes %s', (url, redacted) => {
    expect(redactor('s3cr3t').url(url, MARK)).toBe(redacted);
  });

  it.each(['/templates', '/templates?monkey=1&keys=2&tokens_used=3', '/key=whoever', '/templates?key='])(
    '%s stays as it is',
    (url) => {
      expect(plain.url(url, MARK)).toBe(url);
    },
  );
});

describe('redacted text', () => {
  it('has the mark instead of the key', () => {
    expect(redactor('s3cr3t').text('?key=s3cr3t&again=s3cr3t')).toBe(`?key=${MARK}&again=${MARK}`);
  });

  it('treats the key as text, not as a pattern', () => {
    expect(redactor('a.c+').text('a.c+ abc')).toBe(`${MARK} abc`);
  });

  it('is unchanged where there is no key', () => {
    expect(redactor('s3cr3t').text('nothing here')).toBe('nothing here');
    expect(plain.text('nothing here')).toBe('nothing here');
  });

  it('is unchanged for a key of one or two letters', () => {
    expect(redactor('a').text('a banana')).toBe('a banana');
  });
});
