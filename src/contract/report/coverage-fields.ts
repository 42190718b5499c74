/** The coverage of documented response fields. The list of fields comes from the generated contract. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { stateNotReached } from '../rules/job-fields.js';
import { noPresentation, noStart } from '../rules/reasons.js';
import { fieldsOf, type ObjectKind, type CoverageCounter } from './coverage-counter.js';
import { counted } from '../../base/text/counted.js';
import type { CoverageItem } from './coverage-model.js';

interface FieldGroup {
  readonly kind: ObjectKind;
  /** Follows the field's name in the item's name. */
  readonly where: string;
  readonly section: string;
  /** The noun for one object. */
  readonly unit: string;
  /** The reason if the journal has no such object. */
  readonly otherwise: string;
}

const fieldGroups: readonly FieldGroup[] = [
  {
    kind: 'accepted',
    where: 'in the response to a start',
    section: '4.4',
    unit: 'start',
    otherwise: noStart,
  },
  { kind: 'view', where: 'of a job', section: '2.2', unit: 'view', otherwise: noStart },
  ...(Object.keys(lifecycle.states) as JobStatus[]).map((status): FieldGroup => ({
    kind: status,
    where: `while ${status}`,
    section: '2.2',
    unit: 'view',
    otherwise: stateNotReached[status],
  })),
  {
    kind: 'progress',
    where: 'inside progress',
    section: '2.2',
    unit: 'progress object',
    otherwise: 'not seen: a view had progress, which is optional',
  },
  {
    kind: 'presentation',
    where: 'of a presentation',
    section: '2.1',
    unit: 'presentation',
    otherwise: noPresentation,
  },
];

export function fieldCoverage(
  counter: CoverageCounter,
  explain: (reason: string) => string,
): readonly CoverageItem[] {
  return fieldGroups.flatMap(({ kind, where, section, unit, otherwise }) =>
    fieldsOf[kind].map((field): CoverageItem => {
      const [seen, all] = [counter.fields(kind, field), counter.objects(kind)];
      return {
        name: `${field}, ${where}`,
        sections: [section],
        seen: seen > 0 ? 'yes' : 'no',
        note: all === 0 ? explain(otherwise) : `in ${seen} of ${counted(all, unit)}`,
      };
    }),
  );
}
