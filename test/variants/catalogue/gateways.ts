/** The spec says nothing about a firewall, a proxy or a load balancer before the service, and forbids no redirects. */
import { keys } from '../../reference-service/handle.js';
import type { Call, ServiceHooks, RawResponse } from '../../reference-service/hooks.js';
import type { ConformingVariant, VariantRow } from '../variant.js';

const page = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html>Not today</html>'),
});

/** The page instead of a response of the service. */
const instead = (status: number, when: (call: Call) => boolean): ServiceHooks => ({
  editRawResponse: (original: RawResponse, call) =>
    when(call) ? { ...original, ...page(status) } : original,
});

const everySo =
  (often: number) =>
  ({ store, key }: Call): boolean =>
    key !== undefined && store.requests % often === 0;

const valid: readonly (string | undefined)[] = Object.values(keys);
const wrongKeys = new WeakMap<object, number>();

/** Whether the address of the client was blocked before this request. */
function isBlocked({ store, key }: Call, after: number): boolean {
  const wrong = wrongKeys.get(store) ?? 0;
  if (!valid.includes(key)) wrongKeys.set(store, wrong + 1);
  return wrong >= after;
}

const rows: readonly VariantRow[] = [
  [
    'gateway-403-page',
    'A firewall stops one request in nineteen with a page.',
    instead(403, everySo(19)),
    'start/accepts-unicode-and-long-prompts',
  ],
  [
    'gateway-502-page',
    'Now and then a proxy answers with its page.',
    instead(502, everySo(21)),
    'operation/few-gateway-pages',
  ],
  [
    'gateway-block',
    'A firewall blocks the address after 36 requests without a valid key, with a page.',
    instead(403, (call) => isBlocked(call, 36)),
  ],
  [
    'gateway-redirect',
    'Now and then a poll or a fetch is redirected to a page about maintenance.',
    {
      replaceResponse: ({ operation, store }: Call) =>
        store.requests % 7 === 0 && (operation === 'getGenerationStatus' || operation === 'getPresentation')
          ? { status: 302, headers: { location: '/maintenance' } }
          : undefined,
    },
    'operation/no-redirect-instead-of-response',
  ],
];

export const gateways: readonly ConformingVariant[] = rows.map(([id, title, hooks, ...warns]) => ({
  id,
  title,
  decides: ['transient errors', 'error body'],
  warns,
  hooks,
}));
