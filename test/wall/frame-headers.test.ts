import { describe, expect, it } from 'vitest';
import { editFrameHeaders } from '../../src/wall/frame-headers.js';
import { CSP_REPORT_PATH } from '../../src/wall/constants.js';

const WALL = 'http://wall.localhost:4020';
const edited = (policy: string) => editFrameHeaders([['Content-Security-Policy', policy]], WALL, 'NEW');
const policyOf = (policy: string) => edited(policy).headers[0]?.[1];

describe('the headers of a page on the wall', () => {
  it('let only the page of the wall embed it', () => {
    const { headers, changes } = editFrameHeaders([['X-Frame-Options', 'DENY']], WALL, 'NEW');
    expect(headers).toEqual([
      ['content-security-policy', `frame-ancestors 'self' ${WALL}`],
      ['content-security-policy-report-only', expect.stringContaining(`report-uri ${CSP_REPORT_PATH}`)],
    ]);
    expect(changes).toEqual(['x-frame-options was removed']);
  });

  it.each([
    ["script-src 'self'; frame-ancestors 'none'", "script-src 'self' 'nonce-NEW'"],
    ["default-src 'none'; img-src *", "default-src 'nonce-NEW'; img-src *"],
    [
      "script-src 'unsafe-inline' https://cdn.example",
      "script-src 'unsafe-inline' https://cdn.example 'self'",
    ],
    [
      "script-src 'nonce-abc' 'strict-dynamic'; upgrade-insecure-requests",
      "script-src 'nonce-abc' 'strict-dynamic' 'nonce-NEW'",
    ],
    ['img-src *', 'img-src *'],
  ])('let the added script run under %s', (policy, expected) => {
    expect(policyOf(policy)).toBe(expected);
  });

  it('give the script a nonce only if the policy requires it', () => {
    expect(edited("script-src 'self'").nonce).toBe('NEW');
    expect(edited("script-src 'unsafe-inline'").nonce).toBeUndefined();
  });
});
