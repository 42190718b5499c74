/** The fields of answers that the interface lists, and which of them a run has seen. The list is the generated contract's. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { reaching } from '../rules/job-fields.js';
import { noPresentation } from '../rules/presentation-fields.js';
import { fieldsOf, type Carrier, type Census } from './census.js';
import { counted } from './counted.js';
import type { CoverageItem } from './coverage-model.js';

interface Place {
  readonly carrier: Carrier;
  /** Follows the field's name. */
  readonly where: string;
  readonly section: string;
  /** What such a value is called, and why there may be none. */
  readonly unit: string;
  readonly otherwise: string;
}

const noJob = 'no job was started (--max-jobs, --read-only)';

const places: readonly Place[] = [
  { carrier: 'accepted', where: 'answered by a start', section: '4.4', unit: 'start', otherwise: noJob },
  { carrier: 'view', where: 'of a job', section: '2.2', unit: 'view', otherwise: noJob },
  ...(Object.keys(lifecycle.states) as JobStatus[]).map((status): Place => ({
    carrier: status,
    where: `while ${status}`,
    section: '2.2',
    unit: 'view',
    otherwise: reaching[status],
  })),
  {
    carrier: 'progress',
    where: 'inside progress',
    section: '2.2',
    unit: 'progress object',
    otherwise: 'no progress was shown; it is optional',
  },
  {
    carrier: 'presentation',
    where: 'of a presentation',
    section: '2.1',
    unit: 'presentation',
    otherwise: noPresentation,
  },
];

export function fieldCoverage(census: Census): readonly CoverageItem[] {
  return places.flatMap(({ carrier, where, section, unit, otherwise }) =>
    fieldsOf[carrier].map((field): CoverageItem => {
      const [seen, all] = [census.fields(carrier, field), census.carriers(carrier)];
      return {
        name: `${field}, ${where}`,
        sections: [section],
        seen: seen > 0 ? 'yes' : 'no',
        note: all === 0 ? otherwise : `in ${seen} of ${counted(all, unit)}`,
      };
    }),
  );
}
