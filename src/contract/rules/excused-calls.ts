/** Excuses of failed requests: causes besides the operation, such as the client, a gateway, a replica or a deletion. Sections 1 and 4. */
import { fieldOf } from '../../base/json.js';
import { headerOf } from '../../journal/exchange.js';
import { isBefore, isNotFound, isOk, sentTitle, type Call } from '../../trace/call.js';
import { areHeadersRecorded } from '../../trace/credential.js';
import { isPollAfterEnd } from '../../trace/job.js';
import { isApplicationJson, jsonOf } from '../../trace/payload.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import { isUnfollowed } from '../../trace/redirect.js';
import type { Trace } from '../../trace/trace.js';
import { templateCandidates } from '../listed-templates.js';
import { mayBeDeletedElsewhere } from './elsewhere.js';
import { isHeaderRefusal } from './header-refusal.js';
import { isGoneBehindPage, isPassingPage } from './passing-page.js';
import { isLostByRename } from './rename-identity.js';
import { isLostLate, isPolledTooEarly, isWithinSettling, LONG_UNSEEN } from './settling.js';

/** Whether a client added a query, which the interface does not document: a service may refuse it. */
export const isRefusedQuery = ({ status, exchange }: Call): boolean =>
  [400, 404, 422].includes(status) && exchange.request.url.includes('?');

/** Whether the failure has another cause than the operation. */
export function isExcused(call: Call, trace: Trace): boolean {
  return (
    hasOtherContentType(call) ||
    acceptsNoJson(call) ||
    isRefusedQuery(call) ||
    isUnfollowed(call.exchange) ||
    isPassingPage(call, trace) ||
    isGoneBehindPage(call, trace) ||
    isFetchedTooEarly(call, trace) ||
    isPolledTooEarly(call, trace) ||
    isPollAfterEnd(call, trace.job(call.id)) ||
    isHeaderRefusal(call, trace) ||
    mayBeDeleted(call, trace.presentation(call.id)) ||
    isDeletedElsewhere(call, trace) ||
    isLostLate(call, trace) ||
    isOddTitle(call) ||
    namesUnlistedTemplate(call, trace) ||
    isLostByRename(call.id, call, trace)
  );
}

/**
 * Whether people may have deleted the presentation elsewhere. The service itself loses presentations if several are lost before
 * their first fetch and no fetch succeeds.
 */
export function isDeletedElsewhere(call: Call, trace: Trace): boolean {
  if (!trace.presentation(call.id)?.snapshots.some((snapshot) => isBefore(snapshot.call, call))) return false;
  const fetches = trace.keyed('getPresentation');
  const isUsual = fetches.some(isOk) || new Set(fetches.map(({ id }) => id)).size < 2;
  return isUsual && mayBeDeletedElsewhere(call, trace);
}

/** Characters. A service may limit titles, and no length is documented. */
const LONG_TITLE = 100;

/** Whether a service may refuse the title of a rename for its length or because it is blank. */
function isOddTitle(call: Call): boolean {
  const title = sentTitle(call);
  return (
    (call.status === 400 || call.status === 422) &&
    title !== undefined &&
    (title.trim() === '' || title.length > LONG_TITLE)
  );
}

/** Whether a start is not found because of its template: no list in the recording has it. */
function namesUnlistedTemplate(call: Call, trace: Trace): boolean {
  const template = fieldOf(jsonOf(call.sent), 'template_id');
  if (call.status !== 404 || typeof template !== 'string') return false;
  return !trace
    .keyed('listTemplates')
    .some((list) => templateCandidates(jsonOf(list.received)).includes(template));
}

/** Whether a replica does not know a new presentation yet. Another rule warns about it. */
function isFetchedTooEarly(call: Call, trace: Trace): boolean {
  const {
    snapshots: [first],
    fetches,
  } = trace.presentation(call.id) ?? { snapshots: [], fetches: [] };
  if (call.status !== 404 || !first || !isWithinSettling(first.call, call, trace)) return false;
  return (
    (fetches.some(isOk) || fetches.every((other) => isWithinSettling(first.call, other, trace))) &&
    !trace.about(call.operation, call.id).some((other) => other.ok && isBefore(other, call))
  );
}

/** Whether the client asked for something else than JSON, or may have done so. */
function acceptsNoJson({ status, exchange }: Call): boolean {
  const accept = headerOf(exchange.request.headers, 'accept') ?? '';
  return status === 406 && !/\bjson\b|\*\/\*|application\/\*/i.test(accept);
}

/** Whether all snapshots of a presentation that is not found are old. */
export function mayBeDeleted(call: Call, presentation: PresentationTrace | undefined): boolean {
  if (!presentation || !isNotFound(call)) return false;
  const isLongUnseen = (snapshot: Snapshot): boolean =>
    call.exchange.startedAt - snapshot.call.exchange.endedAt > LONG_UNSEEN;
  return presentation.snapshots.every(isLongUnseen);
}

/** Whether the client caused a 415 by another content type than the documented one, or may have caused it. */
function hasOtherContentType(call: Call): boolean {
  const { headers } = call.exchange.request;
  const type = headerOf(headers, 'content-type');
  if (call.status !== 415) return false;
  return type === undefined ? !areHeadersRecorded(headers) : !isApplicationJson(type);
}
