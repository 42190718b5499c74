/** The fields of answers that the interface lists, and which of them a run has seen. The list is the generated contract's. */
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';
import { validate, type ValidatedSchema } from '../../generated/validate-documented.js';
import { reaching } from '../rules/job-fields.js';
import { noPresentation } from '../rules/presentation-fields.js';
import { fieldOf } from '../trace/answer.js';
import type { Trace } from '../trace/trace.js';
import { counted } from './counted.js';
import type { CoverageItem } from './coverage-model.js';

interface Place {
  /** Follows the field's name. */
  readonly where: string;
  readonly section: string;
  readonly fields: readonly string[];
  /** What may carry them. */
  readonly values: readonly unknown[];
  /** What such a value is called, and why there may be none. */
  readonly unit: string;
  readonly otherwise: string;
}

/** The fields that an empty object lacks: those that have to be there. */
const required = (schema: ValidatedSchema): readonly string[] =>
  validate(schema, {}).map(({ pointer }) => pointer.slice(1));

export function fieldCoverage(trace: Trace): readonly CoverageItem[] {
  return placesOf(trace).flatMap(({ where, section, fields, values, unit, otherwise }) =>
    fields.map((field): CoverageItem => {
      const seen = values.filter((value) => fieldOf(value, field) !== undefined).length;
      return {
        name: `${field}, ${where}`,
        sections: [section],
        seen: seen > 0 ? 'yes' : 'no',
        note: values.length === 0 ? otherwise : `in ${seen} of ${counted(values.length, unit)}`,
      };
    }),
  );
}

function placesOf(trace: Trace): readonly Place[] {
  const accepted = trace
    .of('startGeneration')
    .flatMap(({ ok, answer }) => (ok && answer.kind === 'json' ? [answer.value] : []));
  const noJob = 'no job was started (--max-jobs, --read-only)';
  const views = (status: JobStatus) =>
    trace.views.filter((view) => view.status === status).map(({ value }) => value);
  const progress = views('generating').flatMap((view) => fieldOf(view, 'progress') ?? []);
  return [
    {
      where: 'answered by a start',
      section: '4.4',
      fields: required('GenerationAccepted'),
      values: accepted,
      unit: 'start',
      otherwise: noJob,
    },
    {
      where: 'of a job',
      section: '2.2',
      fields: lifecycle.always,
      values: trace.views.map(({ value }) => value),
      unit: 'view',
      otherwise: noJob,
    },
    ...(Object.keys(lifecycle.states) as JobStatus[]).map((status): Place => ({
      where: `while ${status}`,
      section: '2.2',
      fields: [...lifecycle.states[status].required, ...lifecycle.states[status].optional],
      values: views(status),
      unit: 'view',
      otherwise: reaching[status],
    })),
    {
      where: 'inside progress',
      section: '2.2',
      fields: required('Progress'),
      values: progress,
      unit: 'progress object',
      otherwise: 'no progress was shown; it is optional',
    },
    {
      where: 'of a presentation',
      section: '2.1',
      fields: required('Presentation'),
      values: trace.sightings.map(({ value }) => value),
      unit: 'presentation',
      otherwise: noPresentation,
    },
  ];
}
