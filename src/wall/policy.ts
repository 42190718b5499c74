/**
 * Edits the headers of the app's responses for the wall: its frames may be shown in the wall's page only, and the added script may
 * run. Pure functions on headers.
 */
import type { HeaderPairs } from '../journal/exchange.js';
import { REPORT_PATH } from './wall-types.js';

export interface FrameHeaders {
  readonly headers: HeaderPairs;
  /** The attribute of the added script's tag, if the policy asks for one. */
  readonly nonce: string | undefined;
  /** What was changed. */
  readonly changes: readonly string[];
}

const REMOVED =
  /^(?:x-frame-options|cross-origin-opener-policy|cross-origin-embedder-policy|strict-transport-security)$/;
const POLICY = /^content-security-policy(?:-report-only)?$/;

/** @param wall the origin of the wall's page @param nonce a new random text */
export function frameHeaders(received: HeaderPairs, wall: string, nonce: string): FrameHeaders {
  const changes = new Set<string>();
  const headers = received.flatMap(([name, value]): HeaderPairs => {
    const key = name.toLowerCase();
    if (REMOVED.test(key)) {
      changes.add(`${key} was removed`);
      return [];
    }
    if (!POLICY.test(key)) return [[name, value]];
    changes.add(`${key} was edited`);
    return value.split(',').map((policy) => [name, allowScript(withoutFrameRules(policy), nonce)]);
  });
  const isNonceUsed = headers.some(
    ([name, value]) => POLICY.test(name.toLowerCase()) && value.includes(nonce),
  );
  return {
    // A policy of its own, because several policies all apply: a foreign page cannot show the frame.
    headers: [
      ...headers,
      ['content-security-policy', `frame-ancestors 'self' ${wall}`],
      // Blocks nothing. The browser reports what the page and its workers send elsewhere.
      [
        'content-security-policy-report-only',
        `connect-src 'self' ws: wss: blob: data:; report-uri ${REPORT_PATH}`,
      ],
    ],
    nonce: isNonceUsed ? nonce : undefined,
    changes: [...changes],
  };
}

/** Without the directives that forbid the frame, or that would ask for HTTPS. */
function withoutFrameRules(policy: string): string {
  return directives(policy)
    .filter(
      ([name = '']) =>
        !['frame-ancestors', 'upgrade-insecure-requests', 'block-all-mixed-content'].includes(name),
    )
    .map((parts) => parts.join(' '))
    .join('; ');
}

/** A nonce makes browsers ignore `'unsafe-inline'`, so a policy with it gets `'self'` in its place. */
function allowScript(policy: string, nonce: string): string {
  const all = directives(policy);
  const names = ['script-src-elem', 'script-src', 'default-src'];
  const ruling = names.find((name) => all.some(([one]) => one === name));
  return all
    .map(([name = '', ...sources]) => {
      if (name !== ruling) return [name, ...sources].join(' ');
      const kept = sources.filter((source) => source !== "'none'");
      const isInline =
        kept.includes("'unsafe-inline'") && !kept.some((source) => /^'(?:nonce|sha\d+)-/.test(source));
      return [name, ...kept, isInline ? "'self'" : `'nonce-${nonce}'`].join(' ');
    })
    .join('; ');
}

function directives(policy: string): string[][] {
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name = '', ...sources]) => [name.toLowerCase(), ...sources]);
}
