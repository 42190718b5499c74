/** Section 2.1: created_at and updated_at are ISO 8601, in UTC, with milliseconds. */
import { afterRename, editGetPresentation } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../../reference-service/store.js';

type Form = readonly [id: string, what: string, write: (time: Date) => unknown];

const forms: readonly Form[] = [
  ['with-space', 'has a space where ISO 8601 has a T', (time) => time.toISOString().replace('T', ' ')],
  ['impossible', 'names a month that does not exist', (time) => time.toISOString().replace(/-\d\d-/, '-13-')],
];

const withoutMilliseconds: Form[2] = (time) => time.toISOString().replace(/\.\d+/, '');

/** The local time of a zone this number of minutes ahead of UTC, still written with a Z. */
function shifted(time: Date, minutes: number): string {
  return new Date(time.getTime() + minutes * 60_000).toISOString();
}

function rewrite(field: 'created_at' | 'updated_at', write: Form[2]) {
  return (presentation: JsonObject) => ({
    ...presentation,
    [field]: write(new Date(String(presentation[field]))),
  });
}

export const timestamps: readonly Mutant[] = [
  ...forms.map(([id, what, write]): Mutant => ({
    id: `created-at-${id}`,
    title: `The created_at of a fetched presentation ${what}.`,
    sections: ['2.1', '2.2', '4.2'],
    hooks: editGetPresentation(rewrite('created_at', write)),
  })),
  {
    id: 'updated-at-without-milliseconds-after-rename',
    title: 'The updated_at of a renamed presentation has no milliseconds.',
    sections: ['2.1', '2.2', '4.2'],
    hooks: afterRename(rewrite('updated_at', withoutMilliseconds)),
  },
  {
    id: 'updated-at-local-after-rename',
    title: 'The updated_at of a renamed presentation is in local time.',
    sections: ['2.1', '2.2', '4.2'],
    hooks: afterRename(rewrite('updated_at', (time) => shifted(time, 60).replace('Z', '+01:00'))),
  },
  {
    id: 'updated-at-decreases-after-rename',
    title: 'A rename writes an updated_at that is a quarter of an hour old.',
    sections: ['2.1'],
    // No sentence says that it grows.
    detectedAs: 'warn',
    hooks: afterRename(rewrite('updated_at', (time) => shifted(time, -15))),
  },
  {
    id: 'updated-at-local-with-z-after-rename',
    title: 'A rename writes the local time, five and a half hours behind, with a Z.',
    sections: ['2.1'],
    hooks: afterRename(rewrite('updated_at', (time) => shifted(time, -330))),
  },
];
