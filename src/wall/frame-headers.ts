/** Rewrites CSP and framing headers, so that only the page of the wall can embed the app, and the injected script may run. */
import type { HeaderPairs } from '../journal/exchange.js';
import { CSP_REPORT_PATH } from './constants.js';
import { framePolicy } from './frame-policy.js';

export interface EditedHeaders {
  readonly headers: HeaderPairs;
  /** The attribute of the injected script's tag, if the policy requires one. */
  readonly nonce: string | undefined;
  /** A sentence for each kind of change. */
  readonly changes: readonly string[];
}

const REMOVED_HEADERS =
  /^(?:x-frame-options|cross-origin-opener-policy|cross-origin-embedder-policy|strict-transport-security)$/;
const CSP_HEADER = /^content-security-policy(?:-report-only)?$/;

/** @param wall the origin of the wall's page @param nonce a new random text */
export function editFrameHeaders(received: HeaderPairs, wall: string, nonce: string): EditedHeaders {
  const changes = new Set<string>();
  const headers = received.flatMap(([name, value]): HeaderPairs => {
    const key = name.toLowerCase();
    if (REMOVED_HEADERS.test(key)) {
      changes.add(`${key} was removed`);
      return [];
    }
    if (!CSP_HEADER.test(key)) return [[name, value]];
    changes.add(`${key} was edited`);
    return value.split(',').map((policy) => [name, allowScriptNonce(removeFramingDirectives(policy), nonce)]);
  });
  const isNonceUsed = headers.some(
    ([name, value]) => CSP_HEADER.test(name.toLowerCase()) && value.includes(nonce),
  );
  return {
    // A separate policy, because all policies apply: no other page can embed the frame.
    headers: [
      ...headers,
      ['content-security-policy', framePolicy(wall)],
      // Blocks nothing: the browser reports requests to other origins.
      [
        'content-security-policy-report-only',
        `connect-src 'self' ws: wss: blob: data:; report-uri ${CSP_REPORT_PATH}`,
      ],
    ],
    nonce: isNonceUsed ? nonce : undefined,
    changes: [...changes],
  };
}

/** Removes the directives that forbid the frame, or that would require HTTPS. */
function removeFramingDirectives(policy: string): string {
  return parseDirectives(policy)
    .filter(
      ([name = '']) =>
        !['frame-ancestors', 'upgrade-insecure-requests', 'block-all-mixed-content'].includes(name),
    )
    .map((parts) => parts.join(' '))
    .join('; ');
}

/** A nonce makes browsers ignore `'unsafe-inline'`, so a policy with it gets `'self'` instead. */
function allowScriptNonce(policy: string, nonce: string): string {
  const all = parseDirectives(policy);
  const names = ['script-src-elem', 'script-src', 'default-src'];
  const effective = names.find((name) => all.some(([one]) => one === name));
  return all
    .map(([name = '', ...sources]) => {
      if (name !== effective) return [name, ...sources].join(' ');
      const kept = sources.filter((source) => source !== "'none'");
      const isInline =
        kept.includes("'unsafe-inline'") && !kept.some((source) => /^'(?:nonce|sha\d+)-/.test(source));
      return [name, ...kept, isInline ? "'self'" : `'nonce-${nonce}'`].join(' ');
    })
    .join('; ');
}

function parseDirectives(policy: string): string[][] {
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name = '', ...sources]) => [name.toLowerCase(), ...sources]);
}
