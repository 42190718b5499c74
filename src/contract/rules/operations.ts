/** All seven operations exist and answer a valid request with success. Sections 1 and 4. */
import type { OperationId } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import type { Judgement, Rule } from '../rule.js';
import { isBefore, isRename, type Call } from '../trace/call.js';
import { isGoneAfterItsEnd, type JobTrace } from '../trace/job.js';
import type { PresentationTrace, Sighting } from '../trace/presentation.js';
import { perTrace } from '../trace/per-trace.js';
import type { Trace } from '../trace/trace.js';
import { isHeaderTrouble } from './header-trouble.js';
import { answered, fail } from './judging.js';
import { limitedOtherwise } from './limits.js';
import { operations, type NamedOperation } from './names.js';

/**
 * The refusals that tell a valid request it is not valid. All requests of `missing` operations can be refused for reasons
 * the interface leaves open; only what says that the operation is not there, or does not read JSON, counts against those.
 */
const strict = new Set([301, 302, 303, 307, 308, 400, 404, 405, 406, 410, 415, 422, 501]);
const missing = new Set([405, 415, 501]);
const missingHere = new Set([404, ...missing]);

interface Expectation {
  /** Those calls of the operation that are documented well enough to be called valid. */
  readonly valid: (trace: Trace) => readonly Call[];
  readonly refusals: ReadonlySet<number>;
  /** Those that say nothing where another request succeeds. */
  readonly forgiven?: ReadonlySet<number>;
  readonly needs: string;
}

const expectations: Readonly<Record<OperationId, Expectation>> = {
  listTemplates: {
    valid: (trace) => trace.keyed('listTemplates'),
    refusals: strict,
    needs: 'no list was asked for',
  },
  getPresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(knownFetches)),
    refusals: strict,
    needs: 'no presentation is known to fetch (a job has to complete, or a created one has to show its id)',
  },
  createPresentation: {
    valid: (trace) => trace.keyed('createPresentation'),
    refusals: missing,
    needs: 'nothing was created',
  },
  startGeneration: {
    valid: (trace) => trace.keyed('startGeneration'),
    refusals: missingHere,
    needs: 'no job was started (--max-jobs, --read-only)',
  },
  getGenerationStatus: {
    valid: perTrace((trace) => trace.jobs.flatMap(knownPolls)),
    refusals: strict,
    needs: 'no job was started',
  },
  sendGenerationMessage: {
    valid: (trace) => trace.jobs.flatMap(askedMessages),
    refusals: missingHere,
    needs: 'no job asked a question (--question-prompt)',
  },
  updatePresentation: {
    valid: perTrace((trace) => trace.presentations.flatMap(ownRenames)),
    refusals: strict,
    // A title may be too long, or of letters that are not wanted.
    forgiven: new Set([400, 422]),
    needs: 'no presentation was there to be renamed',
  },
};

function knownFetches({ sightings, fetches }: PresentationTrace): readonly Call[] {
  return sightings.length > 0 ? fetches : [];
}

function knownPolls({ start, polls }: JobTrace): readonly Call[] {
  return start ? polls : [];
}

function askedMessages({ messages, views }: JobTrace): readonly Call[] {
  return messages.length > 0 ? messages.filter((call) => isAsked(call, views)) : messages;
}

function ownRenames({ changes, owner }: PresentationTrace): readonly Call[] {
  if (changes.length === 0 || owner === undefined) return [];
  return changes.filter((call) => call.by.key === owner && isRename(call));
}

/** The calls of an operation that the interface shows well enough to be called valid, whatever became of them. */
export function validCalls(trace: Trace, operation: OperationId): readonly Call[] {
  const isShown = operation !== 'createPresentation' && operation !== 'sendGenerationMessage';
  return isShown ? expectations[operation].valid(trace) : [];
}

export const operationRules: readonly Rule[] = operations.map((operation) => ({
  id: `operation/${operation.name}`,
  sections: ['1', '4', operation.section],
  level: 'must',
  title: `${operation.text} answers a valid request with success`,
  reading:
    'Any 2xx is success. 402, 403, 409, 423 and 429 are refusals a service may have; 401 counts where the key is good ' +
    'elsewhere. Of requests whose shape is not shown, only 405, 415 and 501 to every attempt count: they say that the operation is ' +
    'missing, or reads no JSON. A presentation that was not seen for ten minutes may have been deleted.',
  judge: (trace) => judgeOperation(trace, operation),
}));

function judgeOperation(trace: Trace, operation: NamedOperation): Judgement {
  const { valid, refusals, forgiven, needs } = expectations[operation.id];
  const all = valid(trace);
  const failed = all.filter(isNotOk);
  const counted = failed.filter((call) => !isExcused(call, trace));
  const succeeded = all.length - failed.length;
  const works = succeeded > 0;
  const wrong = counted.filter(
    (call) =>
      (refusals.has(call.status) && (!works || (refusals === strict && !forgiven?.has(call.status)))) ||
      (!works && refusesGoodKey(call, trace)),
  );
  const findings = wrong.map((call) =>
    fail(`${operation.text} refuses a valid request`, { expected: 'any 2xx', actual: call.status, call }),
  );
  if (works) return { checked: succeeded + counted.length, findings };
  return { checked: 0, findings, notReached: needs, inVain: counted.map(answered) };
}

const isNotOk = ({ ok }: Call): boolean => !ok;

/** Whether something else than the operation explains why it did not succeed. */
function isExcused(call: Call, trace: Trace): boolean {
  return (
    isBadlyAnnounced(call) ||
    isGoneAfterItsEnd(call, trace.job(call.id)) ||
    isHeaderTrouble(call, trace) ||
    isGoneSince(call, trace.presentation(call.id)) ||
    limitedOtherwise(trace).includes(call)
  );
}

/** Ms: what was not seen for so long may have been deleted, in another way than by this API. */
const LONG_UNSEEN = 10 * 60_000;

/** Whether a presentation that is not found was last seen long before, and is not seen again. */
function isGoneSince(call: Call, presentation: PresentationTrace | undefined): boolean {
  if (!presentation || (call.status !== 404 && call.status !== 410)) return false;
  const { sightings } = presentation;
  const isLongUnseen = (sighting: Sighting): boolean =>
    call.exchange.startedAt - sighting.call.exchange.endedAt > LONG_UNSEEN;
  return sightings.length > 0 && sightings.every(isLongUnseen);
}

/** Whether a key that other operations take is no key here. It may have been revoked: they have to take it later, too. */
function refusesGoodKey(call: Call, trace: Trace): boolean {
  return (
    call.status === 401 &&
    !call.by.isBlurred &&
    trace.calls.some((other) => other.ok && other.by.key === call.by.key && isBefore(call, other))
  );
}

/** A 415 says nothing of the service where the client said that it sends something else than JSON. */
function isBadlyAnnounced(call: Call): boolean {
  const type = headerOf(call.exchange.request.headers, 'content-type');
  return call.status === 415 && type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
}

function isAsked(call: Call, views: Trace['views']): boolean {
  const latest = views.findLast((view) => isBefore(view.call, call));
  return latest?.status === 'awaiting_input';
}
