/** Sections 7 and 8: limits, quotas, passing faults, and the lifetime of finished jobs are choices of the service. */
import { timesShown } from '../../mutants/response-edits.js';
import { refuse } from '../../reference-service/operations.js';
import type { ServiceResponse, Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { Presentation, ServiceStore } from '../../reference-service/store.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** One request in this number gets another response, and has no effect. */
function everySo(often: number, response: (call: Call) => ServiceResponse): ServiceHooks {
  return { replaceResponse: (call) => (call.store.requests % often === 0 ? response(call) : undefined) };
}

type HeadersOf = (call: Call) => Readonly<Record<string, string>>;

const limited = (headers: HeadersOf) => everySo(13, (call) => refuse(429, 'Slow down.', headers(call)));

const limits: readonly (readonly [id: string, what: string, headers: HeadersOf])[] = [
  ['429', 'without Retry-After', () => ({})],
  ['429-seconds', 'with Retry-After in seconds', () => ({ 'retry-after': '1' })],
  ['429-zero', 'with a Retry-After of 0', () => ({ 'retry-after': '0' })],
  ['429-date', 'with Retry-After as a date', ({ store }) => ({ 'retry-after': inHttp(store.now() + 1000) })],
  ['429-past', 'with a Retry-After in the past', () => ({ 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' })],
  ['429-nonsense', 'with an invalid Retry-After', () => ({ 'retry-after': 'soon' })],
  [
    '429-reset',
    'with headers on the reset of the limit',
    ({ store }) => ({
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'x-ratelimit-reset': String(Math.ceil(store.now() / 1000) + 1),
    }),
  ],
];

const inHttp = (time: number): string => new Date(time).toUTCString();

/** Starts are rejected after this number of jobs. */
function quota(jobs: number, refusal: ServiceResponse): ServiceHooks {
  return {
    replaceResponse: ({ operation, store }) =>
      operation === 'startGeneration' && store.jobs.size >= jobs ? refusal : undefined,
  };
}

/** Finished jobs are not found once `over` holds. */
function purged(status: number, over: (call: Call) => boolean): ServiceHooks {
  return {
    replaceResponse: (call) =>
      call.operation === 'getGenerationStatus' && call.job?.endedAt !== undefined && over(call)
        ? refuse(status, 'The job no longer exists.')
        : undefined,
  };
}

/** A gateway responds to the first rename, and the service carries it out this number of requests later. */
function lateRename(requests: number): ServiceHooks {
  const renames = new WeakMap<
    ServiceStore,
    { title: unknown; presentation: Presentation | undefined; due: number }
  >();
  return {
    replaceResponse: ({ store, operation, presentation, workspace, input }) => {
      const late = renames.get(store);
      if (late?.presentation && store.requests >= late.due) {
        late.presentation.resource = { ...late.presentation.resource, title: late.title };
        late.presentation = undefined;
      }
      const title = (input as { title?: unknown } | undefined)?.title;
      if (late || operation !== 'updatePresentation' || typeof title !== 'string') return undefined;
      if (!presentation || presentation.owner !== workspace) return undefined;
      renames.set(store, { title, presentation, due: store.requests + requests });
      return refuse(504, 'It takes too long.');
    },
  };
}

/** A gateway redirects these requests once, to a query. */
function redirected(when: (call: Call) => boolean, address = (path: string) => path): ServiceHooks {
  return {
    replaceResponse: (call) =>
      call.query === '' && when(call)
        ? { status: 307, headers: { location: address(`${call.path}?region=north`) } }
        : undefined,
  };
}

/** A fault that a request meets by chance: the rules that may warn depend on which one it is. */
const FAULTS = [
  'operation/low-5xx-rate',
  'operation/few-gateway-pages',
  'operation/accepts-valid-request',
  'operation/stays-available',
  'job/reply-works-with-any-text-and-header',
  'presentation/fetchable-when-completed',
  'start/accepts-unicode-and-long-prompts',
] as const;

const polledAfterItsEnd = ({ job }: Call) =>
  job ? timesShown(job, 'completed') + timesShown(job, 'failed') : 0;

export const interruptions: readonly ConformingVariant[] = [
  ...createVariants('transient errors', [
    ...limits.map(
      ([id, what, headers]) => [id, `Now and then a request gets 429, ${what}.`, limited(headers)] as const,
    ),
    [
      '503',
      'Now and then a request meets a restart.',
      everySo(17, () => refuse(503, 'Back in a moment.')),
      ...FAULTS,
    ],
    [
      '503-seconds',
      'Now and then a request meets a restart, with Retry-After.',
      everySo(17, () => refuse(503, 'Back in a moment.', { 'retry-after': '1' })),
      ...FAULTS,
    ],
    ['502', 'Now and then a gateway gets no response.', everySo(19, () => ({ status: 502 })), ...FAULTS],
    [
      '504-late',
      'A gateway times out on a rename, which takes effect later.',
      lateRename(5),
      'operation/low-5xx-rate',
    ],
    [
      '504-much-later',
      'A gateway times out on a rename, which takes effect much later.',
      lateRename(25),
      'operation/low-5xx-rate',
    ],
    ['500', 'Now and then a request fails.', everySo(23, () => refuse(500, 'Oops.')), ...FAULTS],
    [
      'limit',
      'Every key has forty requests in half a second.',
      { choices: { rateLimit: { requests: 40, perMs: 500, counts: 'every-request' } } },
    ],
    [
      'limit-for-bursts',
      'The same request can be sent fifteen times a minute.',
      { choices: { rateLimit: { requests: 15, perMs: 60_000, counts: 'repeated-requests' } } },
    ],
  ]),
  ...createVariants('redirects', [
    [
      'every-poll',
      'Every poll is redirected to the same path with a query.',
      redirected(({ operation }) => operation === 'getGenerationStatus'),
    ],
    [
      'now-and-then',
      'Every fifth poll and fetch is redirected to the same path with a query, on this host.',
      redirected(
        ({ operation, store }) =>
          (operation === 'getGenerationStatus' || operation === 'getPresentation') &&
          store.requests % 5 === 0,
        (path) => `http://127.0.0.1${path}`,
      ),
    ],
  ]).map(
    // Another choice of a service is to reject a query.
    (variant): ConformingVariant => ({ ...variant, decides: [...variant.decides, 'other methods'] }),
  ),
  ...createVariants(
    'redirects',
    ([301, 307, 308] as const).map((status) => [
      `slash-${status}`,
      `Every path without a slash at its end is redirected to the one with it: ${status}.`,
      {
        editRawResponse: (original, { path }) =>
          path.endsWith('/')
            ? original
            : { ...original, status, headers: { location: `${path}/` }, body: Buffer.alloc(0) },
      } satisfies ServiceHooks,
    ]),
  ),
  ...createVariants('quota', [
    [
      '402',
      'After two jobs the plan is used up.',
      quota(2, refuse(402, 'Upgrade.')),
      'operation/stays-available',
    ],
    [
      '403',
      'After one job the plan is used up.',
      quota(1, refuse(403, 'Upgrade.')),
      'operation/stays-available',
    ],
    [
      '429',
      'After two jobs the plan is used up until tomorrow.',
      quota(2, refuse(429, 'Come back tomorrow.', { 'retry-after': '86400' })),
      'rate-limit/counts-each-key',
    ],
    ['none', 'The plan has no generation.', quota(0, refuse(403, 'Upgrade.'))],
    [
      'one-at-a-time',
      'A job is rejected while another one of the workspace is at work.',
      {
        replaceResponse: ({ operation, store, workspace }) => {
          const busy = [...store.jobs.values()].some(
            ({ owner, endedAt }) => owner === workspace && endedAt === undefined,
          );
          return operation === 'startGeneration' && busy ? refuse(409, 'One at a time.') : undefined;
        },
      },
      'operation/stays-available',
      'start/accepts-unicode-and-long-prompts',
    ],
  ]),
  ...createVariants('retention', [
    ['once', 'A finished job is shown once.', purged(404, (call) => polledAfterItsEnd(call) > 0)],
    ['twice', 'A finished job is shown twice.', purged(410, (call) => polledAfterItsEnd(call) > 1)],
    [
      'a-while',
      'A finished job is kept for twelve more requests.',
      purged(404, ({ job, store }) => store.requests > (job?.endedAt ?? Infinity) + 12),
    ],
  ]),
];
