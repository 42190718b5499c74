/** Sends requests without a key, with wrong keys, with a key without API access, and with the key in unusual forms. Section 5. */
import type { Call } from '../../judge/model/call.js';
import { mediaTypeOf } from '../../judge/model/body.js';
import type { KeyProbe } from './key-probes.js';
import type { RequestSpec } from '../request-spec.js';
import type { RunState } from '../run-state.js';

interface Probed extends Pick<RequestSpec, 'operation' | 'id'> {
  /** The body. Each writing request has a text of its own, so its effect can be told from those of the others. */
  readonly body?: (text: string) => unknown;
}

/**
 * Sends the planned requests without a key and with wrong keys to a change, once in a run. Ends with the first that has a cost.
 * @returns whether there was one
 */
export async function sendWithoutKey(context: RunState, probed: Probed): Promise<boolean> {
  for (const probe of context.probesOf(probed.operation))
    if (isCostly(await sendProbe(context, probed, probe))) return true;
  return false;
}

/** Like `sendWithoutKey`, only without a key, or only with wrong keys. @returns whether any was sent */
export async function sendOnly(context: RunState, probed: Probed, by: KeyProbe['by']): Promise<boolean> {
  const probes = context.probesOf(probed.operation, by);
  for (const probe of probes) await sendProbe(context, probed, probe);
  return probes.length > 0;
}

/** Whether the request started a job or created a presentation. */
const isCostly = ({ isSuccess, operation }: Call): boolean =>
  isSuccess && (operation === 'startGeneration' || operation === 'createPresentation');

function sendProbe(
  { session }: RunState,
  { body, ...spec }: Probed,
  { by, wrongKey, via }: KeyProbe,
): Promise<Call> {
  const text = wrongKey === undefined ? 'without a key' : `with ${wrongKey} key in ${via ?? ''}`;
  return session.call({
    ...spec,
    by,
    ...(wrongKey !== undefined && { wrongKey }),
    ...(via !== undefined && { via }),
    ...(body && { body: body(`[deckhand check] ${text}`) }),
  });
}

/** Consecutive blocked requests that count as a block. */
const ENOUGH = 2;

/**
 * Sends all reads without a valid key, in one block at the end: a service that blocks an address after wrong keys does not spoil
 * the rest.
 */
export async function readWithoutKey(context: RunState): Promise<void> {
  const { session, presentations, finished, jobs } = context;
  const [presentation] = presentations;
  const created = presentations.find(({ job }) => job === undefined);
  const job = finished[0]?.id ?? jobs[0];
  const targets: readonly Probed[] = [
    ...(presentation ? [{ operation: 'getPresentation', id: presentation.id } as const] : []),
    ...(job === undefined ? [] : [{ operation: 'getGenerationStatus', id: job } as const]),
    { operation: 'listTemplates' },
  ];
  const requests = [
    ...targets.flatMap((target) =>
      context.probesOf(target.operation).map((probe) => [target, probe] as const),
    ),
    ...(created && created !== presentation && !context.isSmoke
      ? [
          [
            { operation: 'getPresentation', id: created.id },
            { operation: 'getPresentation', by: 'none' },
          ] as const,
        ]
      : []),
  ];
  let blocked = 0;
  for (const [index, [target, probe]] of requests.entries()) {
    const call = await sendProbe(context, target, probe);
    blocked = isBlocked(call) ? blocked + 1 : 0;
    if (blocked < ENOUGH) continue;
    session.note(
      `the service blocked requests after invalid keys (${call.status}); ${requests.length - index - 1} of them were not sent`,
    );
    context.areReadsBlocked = true;
    return;
  }
}

/** Whether something in front of the service refused the request: a rate limit of the address, or a page. */
function isBlocked({ status, exchange: { response } }: Call): boolean {
  const isPage = response !== undefined && mediaTypeOf(response) === 'text/html';
  return status === 429 || ((status === 403 || status === 0 || status === 503) && isPage);
}

/** An accepted start creates a job, so the job limit must allow one more. */
export async function startWithoutKey(context: RunState, body: unknown): Promise<void> {
  if (context.jobsLeft <= 0 || !context.isFirst('keys of a start')) return;
  context.jobsLeft--;
  const isStarted = await sendWithoutKey(context, {
    operation: 'startGeneration',
    body: (text) => ({ ...Object(body), prompt: `${context.session.settings.prompt} ${text}` }) as unknown,
  });
  if (!isStarted) context.jobsLeft++;
}

/** Sends requests with the key of a workspace without API access. Section 5.4. */
export async function sendWithDisabledKey(context: RunState): Promise<void> {
  const { session } = context;
  if (session.settings.apiKeyWithoutAccess === undefined) return;
  for (const via of ['bearer', 'x-api-key'] as const)
    await session.call({ operation: 'listTemplates', by: 'disabled', via });
  const [presentation] = context.presentations;
  const [job] = context.finished;
  if (presentation) await session.call({ operation: 'getPresentation', id: presentation.id, by: 'disabled' });
  if (job) await session.call({ operation: 'getGenerationStatus', id: job.id, by: 'disabled' });
  if (session.settings.readOnly || context.jobsLeft <= 0) return;
  const body = context.starter.bodyFor('[deckhand check] with a key without API access');
  await session.call({ operation: 'startGeneration', by: 'disabled', body });
}

/** Sends the key under test in forms that 5.1 leaves open. */
export async function sendInForms({ session, forms, areReadsBlocked }: RunState): Promise<void> {
  if (areReadsBlocked) return;
  for (const form of forms)
    await session.call({ operation: 'listTemplates', by: 'form', ...form, isOnce: true });
}
