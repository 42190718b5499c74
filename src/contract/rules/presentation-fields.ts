/** The eight fields of a presentation, wherever one stands. Section 2.1; one rule a field. */
import { validate, type SchemaFault } from '../../generated/validate-documented.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { perTrace } from '../trace/per-trace.js';
import type { Sighting } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { fail, judging, warn } from './judging.js';
import { judgeTimestamp } from './timestamp.js';

export const noPresentation =
  'no presentation was seen (a job has to complete, or a created one has to show its id)';

export const presentationFields = [
  'id',
  'title',
  'workspace_id',
  'sections',
  'is_public',
  'url',
  'created_at',
  'updated_at',
] as const;

type Field = (typeof presentationFields)[number];

const titles: Readonly<Record<Field, string>> = {
  id: 'id, a text',
  title: 'title, a text',
  workspace_id: 'workspace_id, a text',
  sections: 'sections, an array (perhaps an empty one)',
  is_public: 'is_public, true or false',
  url: 'url, an address to view it at',
  created_at: 'created_at, ISO 8601 in UTC with milliseconds',
  updated_at: 'updated_at, ISO 8601 in UTC with milliseconds',
};

const readings: Partial<Record<Field, string>> = {
  url: 'Whether the address is absolute is open; it is not blank.',
  created_at: 'Three digits and Z. More digits, +00:00 and rarer forms of ISO 8601 are warnings.',
  updated_at: 'Three digits and Z. More digits, +00:00 and rarer forms of ISO 8601 are warnings.',
};

const more: Partial<Record<Field, (value: string) => ReturnType<typeof judgeTimestamp>>> = {
  id: (value) => (value === '' ? { kind: 'fail', expected: 'must name the presentation' } : undefined),
  workspace_id: (value) => (value === '' ? { kind: 'fail', expected: 'must name the workspace' } : undefined),
  url: (value) => (value.trim() !== '' ? undefined : { kind: 'fail', expected: 'must be an address' }),
  created_at: judgeTimestamp,
  updated_at: judgeTimestamp,
};

export const presentationFieldRules: readonly Rule[] = presentationFields.map((field) => ({
  id: `presentation/${field.replace('_', '-')}`,
  sections: [...(field === 'url' ? ['1'] : []), '2.1', '2.2', '4.2', '4.5'],
  level: 'must',
  title: `A presentation has ${titles[field]}`,
  ...(readings[field] !== undefined && { reading: readings[field] }),
  judge: judging(sightingsOf, noPresentation, (sighting, trace) =>
    judgeField(sighting, field, faultsOf(trace).get(sighting)),
  ),
}));

function sightingsOf({ sightings }: Trace): readonly Sighting[] {
  return sightings;
}

/** What the schema finds wrong with each, where there is anything. */
const faultsOf = perTrace((trace) => {
  const faults = new Map<Sighting, readonly SchemaFault[]>();
  for (const sighting of trace.sightings) {
    const found = validate('Presentation', sighting.value);
    if (found.length > 0) faults.set(sighting, found);
  }
  return faults;
});

function judgeField(
  { call, source, value }: Sighting,
  field: Field,
  faults: readonly SchemaFault[] | undefined,
): Finding | undefined {
  const actual = fieldOf(value, field);
  const judged = typeof actual === 'string' ? more[field]?.(actual) : undefined;
  // A pattern of the schema is judged above, where it can be said what is wrong.
  const fault = faults?.find(
    ({ pointer, keyword }) => pointer === `/${field}` && !(keyword === 'pattern' && more[field]),
  );
  const expected = fault?.expected ?? judged?.expected;
  if (expected === undefined) return undefined;
  const place = source === 'fetched' ? 'when fetched' : 'in the view of a completed job';
  const details = { expected, actual: actual ?? 'no such field', call };
  return (judged?.kind === 'warn' && !fault ? warn : fail)(`${field} ${expected} ${place}`, details);
}
