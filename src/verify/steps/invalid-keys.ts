/** Sends requests without a key, with invalid keys, with a key without API access, and with the key in unusual forms. Section 5. */
import { mediaTypeOf } from '../../judge/model/body.js';
import type { Call } from '../../judge/model/call.js';
import type { RunPlan } from '../run-plan.js';
import { startBody } from '../request-bodies.js';
import type { RequestSpec } from '../request-spec.js';
import type { Requester } from '../requester.js';
import type { InvalidKeyRequest } from './invalid-key-requests.js';
import { PATH_FORM_TEXT, startInPathForm } from './other-path-forms.js';
import type { RunResults } from './run-results.js';

export interface InvalidKeyTarget extends Pick<RequestSpec, 'operation' | 'id'> {
  /** The body. Each writing request has a text of its own, so its effect can be told from those of the others. */
  readonly body?: (text: string) => unknown;
}

/** The planned requests without a valid key to an operation. None while the service blocks the address. */
export function plannedFor(
  { addressBlock }: Requester,
  { invalidKeyRequests }: RunPlan,
  operation: InvalidKeyRequest['operation'],
  by?: InvalidKeyRequest['by'],
): readonly InvalidKeyRequest[] {
  if (addressBlock.isActive) return [];
  return invalidKeyRequests.filter(
    (request) => request.operation === operation && (by ?? request.by) === request.by,
  );
}

/**
 * Sends the planned requests without a valid key to a change. Ends with the first that started a job or created a presentation.
 * @returns whether there was one
 */
export async function sendWithoutValidKey(
  requester: Requester,
  plan: RunPlan,
  target: InvalidKeyTarget,
): Promise<boolean> {
  for (const request of plannedFor(requester, plan, target.operation))
    if (isCostly(await sendInvalidKeyRequest(requester, target, request))) return true;
  return false;
}

const isCostly = ({ isSuccess, operation }: Call): boolean =>
  isSuccess && (operation === 'startGeneration' || operation === 'createPresentation');

export function sendInvalidKeyRequest(
  requester: Requester,
  { body, ...spec }: InvalidKeyTarget,
  { by, invalidKey, via }: InvalidKeyRequest,
): Promise<Call> {
  const text = invalidKey === undefined ? 'without a key' : `with ${invalidKey} key in ${via ?? ''}`;
  return requester.call({
    ...spec,
    by,
    ...(invalidKey !== undefined && { invalidKey }),
    ...(via !== undefined && { via }),
    ...(body && { body: body(`[deckhand check] ${text}`) }),
  });
}

/** An accepted start creates a job, so the job limit must allow one more. */
export async function startWithoutValidKey(
  requester: Requester,
  plan: RunPlan,
  accepted: unknown,
): Promise<void> {
  if (plannedFor(requester, plan, 'startGeneration').length === 0 || !requester.reserveStart()) return;
  const body = (text: string): unknown =>
    ({ ...Object(accepted), prompt: `${requester.settings.prompt} ${text}` }) as unknown;
  const isStarted =
    (await sendWithoutValidKey(requester, plan, { operation: 'startGeneration', body })) ||
    (await startInPathForm(requester, body(PATH_FORM_TEXT)));
  if (!isStarted) requester.releaseStart();
}

/** Consecutive rejected requests that count as a block. */
const MIN_BLOCKED_REQUESTS = 2;

/**
 * Sends all reads without a valid key, in one block at the end: a service that blocks an address after invalid keys does not spoil
 * the rest.
 */
export async function readWithoutValidKey(
  requester: Requester,
  plan: RunPlan,
  { presentations, finished, jobs }: RunResults,
): Promise<Pick<RunResults, 'areReadsBlocked'>> {
  const [presentation] = presentations;
  const created = presentations.find(({ job }) => job === undefined);
  const job = finished[0]?.id ?? jobs[0];
  const targets: readonly InvalidKeyTarget[] = [
    ...(presentation ? [{ operation: 'getPresentation', id: presentation.id } as const] : []),
    ...(job === undefined ? [] : [{ operation: 'getGenerationStatus', id: job } as const]),
    { operation: 'listTemplates' },
  ];
  const requests = [
    ...targets.flatMap((target) =>
      plannedFor(requester, plan, target.operation).map((request) => [target, request] as const),
    ),
    ...(created && created !== presentation && !requester.settings.smoke && !requester.addressBlock.isActive
      ? [
          [
            { operation: 'getPresentation', id: created.id },
            { operation: 'getPresentation', by: 'none' },
          ] as const,
        ]
      : []),
  ];
  let blocked = 0;
  for (const [index, [target, request]] of requests.entries()) {
    const call = await sendInvalidKeyRequest(requester, target, request);
    blocked = isBlocked(call) ? blocked + 1 : 0;
    if (blocked < MIN_BLOCKED_REQUESTS) continue;
    requester.note(
      `the service blocked requests after invalid keys (${call.status}); ${requests.length - index - 1} of them were not sent`,
    );
    return { areReadsBlocked: true };
  }
  return { areReadsBlocked: false };
}

/** Whether something in front of the service rejected the request: a rate limit of the address, or a page. */
function isBlocked({ status, exchange: { response } }: Call): boolean {
  const isPage = response !== undefined && mediaTypeOf(response) === 'text/html';
  return status === 429 || ((status === 403 || status === 0 || status === 503) && isPage);
}

/** Sends requests with the key of a workspace without API access. Section 5.4. */
export async function sendWithoutAccess(
  requester: Requester,
  { presentations, finished, acceptedTemplateId }: RunResults,
): Promise<void> {
  const { settings } = requester;
  if (settings.apiKeyWithoutAccess === undefined) return;
  const by = 'without-access';
  for (const via of ['bearer', 'x-api-key'] as const)
    await requester.call({ operation: 'listTemplates', by, via });
  const [presentation] = presentations;
  const [job] = finished;
  if (presentation) await requester.call({ operation: 'getPresentation', id: presentation.id, by });
  if (job) await requester.call({ operation: 'getGenerationStatus', id: job.id, by });
  if (settings.readOnly || !requester.reserveStart()) return;
  const body = startBody(settings, '[deckhand check] with a key without API access', acceptedTemplateId);
  await requester.call({ operation: 'startGeneration', by, body });
}

/** Sends the key under test in forms that 5.1 leaves open. */
export async function sendKeyForms(
  requester: Requester,
  { keyFormRequests }: RunPlan,
  { areReadsBlocked }: RunResults,
): Promise<void> {
  if (areReadsBlocked) return;
  for (const form of keyFormRequests)
    await requester.call({ operation: 'listTemplates', by: 'form', ...form, isOnce: true });
}
