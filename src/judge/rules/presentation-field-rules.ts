/** Rules about the fields of a presentation. Sections 2.1, 2.2, 4.2 and 4.5. */
import { getField } from '../../base/json.js';
import { isJsonSuccess, type Call } from '../model/call.js';
import { isFromGet, toBodyPath } from '../model/presentation-history.js';
import type { Trace } from '../model/trace.js';
import type { Rule } from '../rule.js';
import { NO_PRESENTATION } from './not-covered.js';
import { mayBeLostByRename } from '../downgrades/lost-renames.js';
import { createRule, violation } from './create-rule.js';
import { validateId, validateTimestamp, validateUrl, type ValueError } from './checks/validate-values.js';
import { checkField, checkIsObject } from './checks/check-field.js';

const TIMESTAMP = 'an ISO 8601 timestamp in UTC with milliseconds';

interface PresentationFieldRule {
  readonly field: string;
  readonly id: string;
  /** As in `A presentation has FIELD, …`. */
  readonly type: string;
  readonly check?: (value: string, call: Call, trace: Trace) => ValueError | undefined;
}

const presentationFields: readonly PresentationFieldRule[] = [
  { field: 'id', id: 'presentation/id-is-valid', type: 'a string', check: validateId },
  { field: 'title', id: 'presentation/title-is-valid', type: 'a string' },
  { field: 'workspace_id', id: 'presentation/workspace-id-is-valid', type: 'a string', check: validateId },
  { field: 'sections', id: 'presentation/sections-are-valid', type: 'an array that may be empty' },
  { field: 'is_public', id: 'presentation/is-public-is-valid', type: 'true or false' },
  { field: 'url', id: 'presentation/url-is-valid', type: 'the URL of its page', check: validateUrl },
  { field: 'created_at', id: 'presentation/created-at-is-valid', type: TIMESTAMP, check: validateTimestamp },
  { field: 'updated_at', id: 'presentation/updated-at-is-valid', type: TIMESTAMP, check: validateTimestamp },
];

export const presentationFieldNames = presentationFields.map(({ field }) => field);

export const presentationFieldRules: readonly Rule[] = [
  ...presentationFields.map(createFieldRule),
  createRule({
    id: 'presentation/id-matches-request',
    sections: ['2.1', '4.2'],
    title: 'GET /presentations/{id} returns the presentation with this id',
    interpretation:
      'Warns if no response named the requested id before: a service may know a presentation by another name.',
    select: ({ presentationReads }) => presentationReads.filter(isFromGet),
    notCovered: NO_PRESENTATION,
    check: ({ call, value }, trace) => {
      const actual = getField(value, 'id');
      // Other rules check the type, and a rename that changes the id.
      if (typeof actual !== 'string' || actual === call.id) return undefined;
      if (mayBeLostByRename(call, trace) !== undefined) return undefined;
      return violation('the fetched presentation has another id than the requested one', {
        ...{ expected: call.id, actual, path: 'id', call },
        downgrade: wasNamedBefore(call, trace) ? undefined : 'a service may know it by another name',
      });
    },
  }),
  createRule({
    id: 'presentation/is-object',
    sections: ['2.1', '4.2'],
    title: 'GET /presentations/{id} returns an object',
    select: (trace) => trace.callsWithValidKey('getPresentation').filter(isJsonSuccess),
    notCovered: NO_PRESENTATION,
    check: (call) => checkIsObject('a fetched presentation', call),
  }),
];

/** Whether a poll or a creation returned the id before, or a fetch returned it for this id. */
function wasNamedBefore({ id, exchange }: Call, trace: Trace): boolean {
  const { createdBy, snapshots = [] } = trace.getPresentation(id) ?? {};
  return (
    createdBy !== undefined ||
    snapshots.some(
      (read) => getField(read.value, 'id') === id && read.call.exchange.endedAt < exchange.startedAt,
    )
  );
}

function createFieldRule({ field, id, type, check }: PresentationFieldRule): Rule {
  return createRule({
    id,
    sections: [...(field === 'url' ? ['1'] : []), '2.1', '2.2', '4.2', '4.5'],
    title: `A presentation has ${field}, ${type}`,
    select: (trace) => trace.presentationReads,
    notCovered: NO_PRESENTATION,
    check: (read, trace) =>
      checkField({
        ...{ schema: 'Presentation', field, value: read.value, call: read.call },
        where: isFromGet(read) ? 'when fetched' : 'in a completed job',
        toPath: (path) => toBodyPath(read, path),
        check: (actual) => (typeof actual === 'string' ? check?.(actual, read.call, trace) : undefined),
      }),
  });
}
