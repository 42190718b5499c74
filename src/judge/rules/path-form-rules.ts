/**
 * Requests without a key to a documented path in another form. A service may respond to such a path with anything, so only the
 * resource itself in the response, or a visible effect, shows that the key was not checked. Sections 4 and 5.
 */
import { getField } from '../../base/json.js';
import { endedBefore, getStartedJobId, isProcessed, type Call } from '../model/call.js';
import { getPath } from '../../base/url-path.js';
import { getHeader } from '../../journal/exchange.js';
import { decodePathSegment } from '../model/operation.js';
import { getJson } from '../model/body.js';
import { pathFormLabels } from '../model/path-forms.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Rule } from '../rule.js';
import { description } from '../description.js';
import { equalJson } from './checks/equal-json.js';
import { findEffectOfMessage, findEffectOfPatch, leaksResource } from './checks/rejected-request-effects.js';
import { createRule, violation } from './create-rule.js';
import { operations } from './operations.js';

/** A later read with the key that shows what the request returned or did. */
interface Evidence {
  readonly read: Call;
  readonly effect: string;
}

export const pathFormRules: readonly Rule[] = [
  createRule({
    id: 'auth/rejects-missing-key-on-every-path',
    sections: ['4', '5'],
    title: 'No form of a path gives access without a key',
    interpretation:
      'verify only: a slash at the end, two slashes, an encoded letter, capital letters. Fails only if the response contains what ' +
      'the operation returns with the key, or if an effect is visible. Any other response proves nothing.',
    select: ({ calls }) => calls.filter((call) => call.pathForm !== undefined && isProcessed(call)),
    notCovered: 'no request without a key to another form of a path',
    check: checkPathForm,
  }),
];

function checkPathForm(call: Call, trace: Trace): Finding | undefined {
  const endpoint = operations.find(({ id }) => id === call.operation)?.endpoint ?? '';
  const how = `without a key if its path ${call.pathForm === undefined ? '' : pathFormLabels[call.pathForm]}`;
  const cause = 'a missing key is accepted';
  const details = { expected: description('a rejection'), actual: call.status, cause };
  const same = findSameResponse(call, trace);
  if (same || leaksResource(call))
    return violation(`${endpoint} returns the resource ${how}`, { ...details, call, comparedWith: same });
  const created = findCreated(call, trace);
  if (created)
    return violation(`${endpoint} ${created.effect} ${how}`, { ...details, call: created.read, about: call });
  const message = `${endpoint} takes effect ${how}`;
  return findEffectOfPatch(call, trace, message) ?? findEffectOfMessage(call, trace, message);
}

/** A response of a read with the key that has the same body. */
function findSameResponse(call: Call, trace: Trace): Call | undefined {
  if (!call.isSuccess || call.exchange.request.method !== 'GET' || call.responseBody.kind !== 'json')
    return undefined;
  const body = call.responseBody.value;
  return trace
    .callsWithValidKey(call.operation)
    .find((other) => other.id === call.id && other.isSuccess && equalJson(getJson(other.responseBody), body));
}

/** The read with the key that shows the job or the presentation in the response. */
function findCreated(call: Call, trace: Trace): Evidence | undefined {
  if (!call.isSuccess) return undefined;
  const isLater = (other: Call): boolean => other.isSuccess && endedBefore(call, other);
  if (call.operation === 'startGeneration') {
    const read = trace
      .callsWithValidKey('getGenerationStatus')
      .find((poll) => poll.id === getStartedJobId(call) && isLater(poll));
    return read && { read, effect: 'starts a job' };
  }
  if (call.operation !== 'createPresentation') return undefined;
  const id = getField(getJson(call.responseBody), 'id');
  const location = getHeader(call.exchange.response?.headers ?? [], 'location');
  const isCreated = (fetch: Call): boolean =>
    fetch.id === String(id) ||
    (location !== undefined && decodePathSegment(getPath(location).split('/').at(-1) ?? '') === fetch.id);
  const read = trace.callsWithValidKey('getPresentation').find((fetch) => isCreated(fetch) && isLater(fetch));
  return read && { read, effect: 'creates a presentation' };
}
