/** Section 4: all payloads are JSON. */
import { editBody, editText, timesShown } from '../edits.js';
import { nameOf, sectionOf, type Mutant } from '../mutant.js';
import type { Operation } from '../plain-service/routes.js';

/** Makes invalid JSON from valid JSON. */
const syntaxes: readonly (readonly [
  id: string,
  what: string,
  Operation,
  write: (json: string) => string | Buffer,
])[] = [
  ['truncated', 'is cut off in the middle', 'getGenerationStatus', (json) => json.slice(0, -8)],
  ['single-quoted', 'has single quotes', 'getPresentation', (json) => json.replaceAll('"', "'")],
  ['trailing-comma', 'has a comma before its end', 'startGeneration', (json) => json.replace(/}$/, ',}')],
  ['jsonp', 'is a call of a function, as JSONP has it', 'listTemplates', (json) => `callback(${json});`],
  ['guarded', 'begins with a guard against scripts', 'getPresentation', (json) => `)]}',\n${json}`],
  ['not-a-number', 'has a value NaN', 'getGenerationStatus', (json) => json.replace(/}$/, ',"eta":NaN}')],
  ['two-documents', 'consists of two documents', 'getGenerationStatus', (json) => `${json}\n${json}`],
  ['html', 'is a page in HTML', 'listTemplates', () => '<!doctype html><title>Templates</title>'],
  [
    'binary',
    'is an image',
    'getGenerationStatus',
    () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xd8]),
  ],
  ['in-utf-16', 'is in UTF-16', 'getPresentation', (json) => Buffer.from(json, 'utf16le')],
  [
    'in-utf-16-with-a-mark',
    'is in UTF-16 with a byte order mark',
    'listTemplates',
    (json) => Buffer.from(`\uFEFF${json}`, 'utf16le'),
  ],
  ['plain-ok', 'is the text OK', 'updatePresentation', () => 'OK'],
  ['plain-created', 'is the text Created', 'createPresentation', () => 'Created'],
];

/** The operations with a response in the interface, and its sections. */
const empties: readonly (readonly [Operation, readonly string[]])[] = [
  ['listTemplates', ['1', '4', '4.1']],
  ['getPresentation', ['2.1', '2.2', '4', '4.2', '4.7']],
  ['startGeneration', ['1', '3', '4', '4.4', '9']],
  ['getGenerationStatus', ['1', '2.2', '3', '4', '4.5']],
];

export const payloads: readonly Mutant[] = [
  ...syntaxes.map(([id, what, operation, write]): Mutant => ({
    id: `body-${id}`,
    title: `${nameOf[operation][1]} is answered with a body that ${what}.`,
    sections: ['4', sectionOf[operation]],
    apply: editText(operation, write),
  })),
  ...empties.map(([operation, sections]): Mutant => ({
    id: `${nameOf[operation][0]}-empty`,
    title: `${nameOf[operation][1]} is answered with success and an empty body.`,
    sections,
    apply: editBody(operation, () => undefined),
  })),
  {
    id: 'message-answers-plain-text',
    title: 'Sending a message gets a response that is not JSON.',
    sections: ['4', '4.6'],
    needs: ['question'],
    apply: editText('sendGenerationMessage', () => 'Thank you!'),
  },
  {
    id: 'body-truncated-when-completed',
    title: 'The view of a completed job is cut off in the middle.',
    sections: ['4', '4.5'],
    apply: editText(
      'getGenerationStatus',
      (json) => json.slice(0, 200),
      ({ job }) => job !== undefined && timesShown(job, 'completed') > 0,
    ),
  },
  {
    id: 'view-as-json-in-a-string',
    title: 'The view of a job is a JSON string that holds JSON.',
    sections: ['2.2', '3', '4', '4.5'],
    apply: editBody('getGenerationStatus', (view) => JSON.stringify(view)),
  },
  {
    id: 'presentation-as-json-in-a-string',
    title: 'A fetched presentation is a JSON string that holds JSON.',
    sections: ['2.1', '2.2', '4', '4.2', '4.7'],
    apply: editBody('getPresentation', (presentation) => JSON.stringify(presentation)),
  },
];
