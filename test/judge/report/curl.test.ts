import { expect, test } from 'vitest';
import { toCurl } from '../../../src/judge/report/curl.js';

const lineOf = (...headers: readonly (readonly [string, string])[]): string | undefined =>
  toCurl({ method: 'GET', url: 'http://127.0.0.1/', headers });

test('a recording cannot name the variable of another secret', () => {
  expect(lineOf(['AWS_SECRET_ACCESS_KEY', '[redacted gateway]'])).toBe(
    'curl -i -H "AWS_SECRET_ACCESS_KEY: $HEADER_AWS_SECRET_ACCESS_KEY" http://127.0.0.1/',
  );
});

test('the headers of a browser are left out', () => {
  expect(lineOf(['sec-fetch-mode', 'cors'], ['Cookie', '[redacted]'], ['X-Note', 'kept'])).toBe(
    `curl -i -H 'X-Note: kept' http://127.0.0.1/`,
  );
});
