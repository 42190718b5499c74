/** Creates presentations from a template, and fetches them if the response contains an id. Sections 4.2 and 4.3. */
import { isObject } from '../../base/json.js';
import { formatStatus } from '../../judge/model/format-result.js';
import type { Call } from '../../judge/model/call.js';
import { createAttempts, createdIds, isBodyRefusal, isKeyRefusal } from '../request-bodies.js';
import type { RunState } from '../run-state.js';
import type { RequestSpec } from '../request-spec.js';
import { otherKeyHeader, type KeyHeader } from '../api-keys.js';
import { fetchTitle } from '../senders.js';
import { sendWithoutKey } from './invalid-keys.js';

/** Bodies to try; each costs a request. */
const MAX_TRIES = { paced: 6, unpaced: 12 };
/** Tries of a body that gets faults. */
const MAX_FAULTS = 3;
/** Whether a gateway responded in place of the service, which did not respond to it in time. */
const isOfGateway = ({ gatewayStatus, status }: Call): boolean =>
  gatewayStatus !== undefined || status === 502 || status === 504;
/** Ms beyond the settling time. */
const MARGIN = 50;

const FIRST_TITLE = '[deckhand check] first';

export async function createPresentations(context: RunState): Promise<void> {
  // The first start shows which template the service accepts.
  await context.starter.settled;
  const first = await create(context, 'bearer', FIRST_TITLE);
  if (!first) return;
  // Another template, if the service accepts it. With a request rate, two from one template are worth more.
  const [template, ...others] = context.starter.templates;
  // Jobs start from the first ones of them.
  const other = context.isPaced ? template : (context.starter.otherTemplates.at(-1) ?? others[0]);
  const templates = [other, template].filter((id) => id !== undefined);
  const second = await create(context, 'x-api-key', '[deckhand check] second', 'key', templates);
  await sendWithoutKey(context, {
    operation: 'createPresentation',
    body: (title) => withTitle(first.body, title),
  });
  if (context.isPaced) {
    context.unfetched.push(...(second ? createdIds(second.call).slice(0, 1) : []));
    return find(context, first.call);
  }
  // A rename of the first one must not change another one from the same template, with the same title.
  const sibling = await create(context, 'bearer', FIRST_TITLE);
  for (const created of [first, sibling, second]) await find(context, created?.call);
}

/** The body with another title, if it has one. */
function withTitle(body: unknown, title: string): unknown {
  if (!isObject(body)) return body;
  const name = ['title', 'name'].find((each) => Object.hasOwn(body, each));
  return name === undefined ? body : { ...body, [name]: title };
}

/** Fetches the created presentation by the likely ids in the response. */
async function find(context: RunState, call: Call | undefined): Promise<void> {
  const ids = call ? createdIds(call).slice(0, 3) : [];
  for (const id of ids) {
    const title = await fetchTitle(context, id);
    if (title === undefined) continue;
    context.presentations.push({ id, title });
    return;
  }
  const [likeliest] = ids;
  if (likeliest === undefined) return;
  // It may be created asynchronously.
  const { pollInterval, consistencyWindow } = context.session.settings;
  await context.session.sleep(Math.max(pollInterval, consistencyWindow + MARGIN));
  const title = await fetchTitle(context, likeliest);
  if (title !== undefined) context.presentations.push({ id: likeliest, title });
}

/** Tries bodies until the service accepts one. */
export async function create(
  context: RunState,
  via: KeyHeader,
  title: string,
  by: RequestSpec['by'] = 'key',
  templates = context.starter.templates,
): Promise<{ call: Call; body: unknown } | undefined> {
  const { session, isPaced } = context;
  const attempts = createAttempts(session.settings, templates, title, context.createShape);
  const refusals: string[] = [];
  for (const { shape, body } of attempts.slice(0, isPaced ? MAX_TRIES.paced : MAX_TRIES.unpaced)) {
    const spec = { operation: 'createPresentation', by, body } as const;
    const first = await session.call({ ...spec, via });
    let call = isKeyRefusal(first) ? await session.call({ ...spec, via: otherKeyHeader(via) }) : first;
    const isKnown = session.settings.createBody !== undefined || context.createShape === shape;
    // A gateway does not judge the body, and a server error does not refuse a body that the user gave or the service accepted.
    const isFault = (last: Call): boolean => isOfGateway(last) || (isKnown && last.status >= 500);
    for (let faults = 1; isFault(call) && faults < MAX_FAULTS; faults++) {
      await session.sleep(session.settings.consistencyWindow);
      call = await session.call({ ...spec, via });
    }
    if (call.isSuccess) {
      context.createShape = shape;
      return { call, body };
    }
    refusals.push(`${Object.keys(Object(body) as object).join(' and ')} → ${formatStatus(call)}`);
    if (!isBodyRefusal(call)) break;
  }
  session.note(
    `the target created no presentation (${refusals.join('; ')}); use --create-body to set the body`,
  );
  return undefined;
}
