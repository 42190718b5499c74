/**
 * Edits the headers of the app's HTML for the wall: its frames may be shown in the wall's page only, and the added script may run.
 * Pure functions on headers.
 */

export interface PageHeaders {
  readonly headers: Record<string, string | string[] | undefined>;
  /** The attribute of the added script's tag, if the policy asks for one. */
  readonly nonce: string | undefined;
  /** What was changed. */
  readonly changes: readonly string[];
}

const REMOVED = [
  'x-frame-options',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'strict-transport-security',
];
const POLICIES = ['content-security-policy', 'content-security-policy-report-only'];

/** @param wall the origin of the wall's page @param nonce a new random text */
export function frameHeaders(
  received: Readonly<Record<string, string | string[] | undefined>>,
  wall: string,
  nonce: string,
): PageHeaders {
  const headers = { ...received };
  const changes: string[] = [];
  for (const name of REMOVED)
    if (headers[name] !== undefined) {
      delete headers[name];
      changes.push(`${name} was removed`);
    }
  for (const name of POLICIES) {
    const policies = [headers[name] ?? []].flat().flatMap((one) => one.split(','));
    if (policies.length === 0) continue;
    headers[name] = policies.map((policy) => allowScript(withoutFrameRules(policy), nonce));
    changes.push(`${name} was edited`);
  }
  const isNonceUsed = POLICIES.some((name) =>
    [headers[name] ?? []].flat().some((one) => one.includes(nonce)),
  );
  // A policy of its own, because several policies all apply: a foreign page cannot show the frame.
  headers['content-security-policy'] = [
    ...[headers['content-security-policy'] ?? []].flat(),
    `frame-ancestors 'self' ${wall}`,
  ];
  return { headers, nonce: isNonceUsed ? nonce : undefined, changes };
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

/** Adds the script before everything of the page that could run, and before a policy in a `<meta>`. */
export function withScript(html: string, path: string, nonce: string | undefined): string {
  const tag = `<script src="${path}"${nonce === undefined ? '' : ` nonce="${nonce}"`}></script>`;
  const head =
    /<head(?:\s[^>]*)?>/i.exec(html) ?? /<html(?:\s[^>]*)?>/i.exec(html) ?? /^\s*<!doctype[^>]*>/i.exec(html);
  const at = head ? head.index + head[0].length : 0;
  return html.slice(0, at) + tag + html.slice(at);
}
