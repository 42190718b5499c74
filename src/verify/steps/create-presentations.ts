/** Creates presentations from a template, and fetches them if the response contains an id. Sections 4.2 and 4.3. */
import type { Call } from '../../judge/model/call.js';
import { formatStatus } from '../../judge/model/format-result.js';
import { otherKeyHeader, type KeyHeader } from '../api-keys.js';
import type { RunPlan } from '../run-plan.js';
import { createBody } from '../request-bodies.js';
import type { Requester } from '../requester.js';
import { createdIds, isKeyRejection } from '../response-kinds.js';
import { everydayTitle } from '../test-payloads.js';
import { sendWithoutValidKey } from './invalid-keys.js';
import { createInPathForm, PATH_FORM_TEXT } from './other-path-forms.js';
import { fetchTitle } from './poll.js';
import type { KnownPresentation, RunResults } from './run-results.js';
import type { SharedProgress } from './shared-progress.js';

/** Tries of a body that gets server errors. */
const MAX_TRIES = 3;
const FIRST_TITLE = '[deckhand check] first';

export type CreateResults = Pick<RunResults, 'presentations' | 'unfetched'>;

export async function createPresentations(
  requester: Requester,
  plan: RunPlan,
  { templateIds, lastTemplateId }: Pick<RunResults, 'templateIds' | 'lastTemplateId'>,
  shared: SharedProgress,
): Promise<CreateResults> {
  // The first start shows whether the service accepts the template.
  const { templateId = templateIds[0] } = await shared.firstStart;
  const create = (via: KeyHeader, title: string): Promise<Call | undefined> =>
    createPresentation(requester, { via, title, templateId });
  const first = await create('bearer', FIRST_TITLE);
  if (!first) return { presentations: [], unfetched: [] };
  // From the last template, because each may have another content.
  const second =
    (await createPresentation(requester, {
      via: 'x-api-key',
      title: everydayTitle,
      templateId: lastTemplateId ?? templateId,
      isRetriedPlainly: true,
    })) ?? (await create('x-api-key', '[deckhand check] second'));
  await sendWithoutValidKey(requester, plan, {
    operation: 'createPresentation',
    body: (title) => createBody(requester.settings, title, templateId),
  });
  await createInPathForm(requester, createBody(requester.settings, PATH_FORM_TEXT, templateId));
  if (requester.isPaced) {
    const unfetched = second ? createdIds(second).slice(0, 1) : [];
    return { presentations: await fetchCreated(requester, [first]), unfetched };
  }
  // A rename of the first one must not change another one from the same template, with the same title.
  const sibling = await create('bearer', FIRST_TITLE);
  const calls = [first, sibling, second].filter((call) => call !== undefined);
  return { presentations: await fetchCreated(requester, calls), unfetched: [] };
}

/** Fetches the created presentations by the ids in their responses. */
async function fetchCreated(
  requester: Requester,
  calls: readonly Call[],
): Promise<readonly KnownPresentation[]> {
  const found: KnownPresentation[] = [];
  for (const call of calls) {
    const presentation = await fetchFirst(requester, createdIds(call));
    if (presentation) found.push(presentation);
  }
  return found;
}

async function fetchFirst(
  requester: Requester,
  ids: readonly string[],
): Promise<KnownPresentation | undefined> {
  for (const id of ids) {
    const title = await fetchTitle(requester, id);
    if (title !== undefined) return { id, title };
  }
  const [likeliest] = ids;
  if (likeliest === undefined) return undefined;
  // It may be created asynchronously.
  const { pollInterval, consistencyWindow } = requester.settings;
  await requester.waitForConsistency(Math.max(0, pollInterval - consistencyWindow));
  const title = await fetchTitle(requester, likeliest);
  return title === undefined ? undefined : { id: likeliest, title };
}

/** @returns the successful call; `undefined` if the service rejects the documented body, or the given one */
export async function createPresentation(
  requester: Requester,
  {
    via,
    title,
    templateId,
    by = 'key',
    isRetriedPlainly = false,
  }: {
    readonly via: KeyHeader;
    readonly title: string;
    readonly templateId: string | undefined;
    readonly by?: 'key' | 'other';
    /** Whether a plainer title follows, so that a rejection says nothing yet. */
    readonly isRetriedPlainly?: boolean;
  },
): Promise<Call | undefined> {
  const body = createBody(requester.settings, title, templateId);
  const spec = { operation: 'createPresentation', by, body } as const;
  let call = await requester.call({ ...spec, via });
  if (isKeyRejection(call)) call = await requester.call({ ...spec, via: otherKeyHeader(via) });
  // A gateway does not judge the body.
  const isFault = ({ status, gatewayStatus }: Call): boolean => status >= 500 || gatewayStatus !== undefined;
  for (let tries = 1; isFault(call) && tries < MAX_TRIES; tries++) {
    await requester.waitForConsistency();
    call = await requester.call({ ...spec, via });
  }
  if (call.isSuccess) return call;
  if (isRetriedPlainly) return undefined;
  requester.note(
    `the target created no presentation (${formatStatus(call)}); use --create-body to set the body`,
  );
  return undefined;
}
