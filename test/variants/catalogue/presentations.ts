/** Section 2.1: the values in the fields of a presentation, beyond their types. */
import { editBody, editJobPresentation, editGetPresentation } from '../../mutants/response-edits.js';
import type { JsonObject } from '../../reference-service/store.js';
import { combine, type Call, type ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** Every presentation in the spec has these fields. */
function everywhere(edit: (presentation: JsonObject, call: Call) => JsonObject): ServiceHooks {
  const edited = (presentation: JsonObject, call: Call) => ({ ...presentation, ...edit(presentation, call) });
  return combine([
    editGetPresentation(edited),
    editJobPresentation(edited),
    editBody('createPresentation', edited),
  ]);
}

const sections = (value: unknown[]) => everywhere(() => ({ sections: value }));

function rewritten(write: (time: string) => string): ServiceHooks {
  return everywhere(({ created_at, updated_at }) => ({
    created_at: write(String(created_at)),
    updated_at: write(String(updated_at)),
  }));
}

/** Generated presentations have this title. */
const titled = (title: (prompt: string) => string): ServiceHooks => ({ choices: { title } });

let deep: unknown = 'bottom';
for (let level = 0; level < 40; level++) deep = { children: [deep] };

export const presentations: readonly ConformingVariant[] = [
  ...createVariants('sections', [
    ['empty', 'A presentation has no sections.', sections([])],
    ['strings', 'Sections are strings.', sections(['Opening', '', 'End'])],
    ['numbers', 'Sections are the numbers of slides.', sections([1, 2, 3])],
    ['nulls', 'Sections that are not ready are null.', sections([null, { title: 'Ready' }, null])],
    ['arrays', 'Sections are arrays of slides.', sections([[{ h1: 'One' }, { h1: 'Two' }], []])],
    ['mixed', 'Sections are of all kinds.', sections([true, 'text', 4, null, [], {}])],
    ['deep', 'Sections are deeply nested.', sections([deep])],
    [
      'many',
      'There are four hundred sections.',
      sections(Array.from({ length: 400 }, (_, index) => ({ index }))),
    ],
    [
      'prototype',
      'A section has fields with the names of object properties.',
      sections([{ constructor: 1, toString: null, ['__proto__x']: {} }]),
    ],
    [
      'asset-links',
      'Sections hold links to images, with a new signature in every response.',
      everywhere((_presentation, { store }) => ({
        sections: [{ image: `https://assets.example/a.png?sig=${store.requests}` }],
      })),
    ],
  ]),
  ...createVariants('url', [
    [
      'relative',
      'The url is relative to the service.',
      everywhere(({ id }) => ({ url: `/view/${encodeURIComponent(String(id))}` })),
    ],
    ['app-link', 'The url opens an app.', everywhere(({ id }) => ({ url: `slides:open#${String(id)}` }))],
    [
      'signed',
      'The url carries a signature that is new in every response.',
      everywhere(({ url }, { store }) => ({ url: `${String(url)}?sig=${store.requests}` })),
    ],
    [
      'unencoded',
      'The url has letters outside ASCII.',
      everywhere(({ url }) => ({ url: `${String(url)}/présentation-é` })),
    ],
    [
      'slug',
      'The url ends in the title of the presentation.',
      everywhere(({ url, title }) => ({
        url: `${String(url)}/${encodeURIComponent([...String(title)].slice(0, 40).join(''))}`,
      })),
    ],
    [
      'draft',
      'The url in the status response of a job is another one than when fetched.',
      editJobPresentation((presentation) => ({ ...presentation, url: 'https://slides.example/draft' })),
    ],
    [
      'signed-path',
      'The url has a new signature in its path in every response.',
      everywhere(({ id }, { store }) => ({
        url: `https://slides.example/s/${store.requests}/${String(id)}`,
      })),
    ],
    [
      'same',
      'All presentations have the same viewer address.',
      everywhere(() => ({ url: 'https://slides.example/' })),
      'presentation/unique-url',
    ],
  ]),
  ...createVariants('timestamps', [
    [
      'utc-offset',
      'Timestamps say +00:00 instead of Z.',
      rewritten((time) => time.replace('Z', '+00:00')),
      'presentation/created-at-is-valid',
      'presentation/updated-at-is-valid',
    ],
    [
      'microseconds',
      'Timestamps have six digits after the second.',
      rewritten((time) => time.replace('Z', '123Z')),
      'presentation/created-at-is-valid',
      'presentation/updated-at-is-valid',
    ],
    [
      'nanoseconds',
      'Timestamps have nine digits and +00:00.',
      rewritten((time) => time.replace('Z', '123456+00:00')),
      'presentation/created-at-is-valid',
      'presentation/updated-at-is-valid',
    ],
    [
      'never-updated',
      'The updated_at of a new presentation is before its created_at.',
      everywhere(() => ({ updated_at: '2001-01-01T00:00:00.000Z' })),
    ],
    [
      'future',
      'The clock of the service is years ahead.',
      rewritten((time) => time.replace(/^\d{4}/, '2091')),
    ],
  ]),
  ...createVariants('is_public', [
    ['true', 'Presentations are public.', everywhere(() => ({ is_public: true }))],
    [
      'readable',
      'Presentations are public, and every key can fetch them.',
      {
        ...everywhere(() => ({ is_public: true })),
        authorize: (original, { operation }) => original || operation === 'getPresentation',
      },
    ],
    [
      'in-a-job',
      'The status response of a job says public, and a fetch does not.',
      editJobPresentation((presentation) => ({ ...presentation, is_public: true })),
      'presentation/matches-job-result',
    ],
    [
      'by-origin',
      'Generated presentations are public, others are not.',
      everywhere((_presentation, { job, presentation }) => ({
        is_public: presentation?.origin !== 'template' || job !== undefined,
      })),
    ],
  ]),
  ...createVariants('workspace_id', [
    [
      'digits',
      'A workspace_id is a string of digits.',
      everywhere(({ workspace_id: named }, { store }) => ({
        workspace_id: String(store.workspaces.findIndex(({ id }) => id === named)),
      })),
    ],
    [
      'path',
      'A workspace_id is a path.',
      everywhere(({ workspace_id: id }) => ({ workspace_id: `orgs/7/${String(id)}` })),
    ],
  ]),
  ...createVariants('title', [
    ['invented', 'The service invents the title.', titled(() => 'A Calm Harbour')],
    ['empty', 'A generated presentation has an empty title.', titled(() => '')],
    [
      'long',
      'A generated presentation has a title of ten thousand letters.',
      titled((prompt) => prompt.padEnd(10_000, '–')),
    ],
    [
      'hostile',
      'A title has markup and control characters.',
      titled(() => '</script><img src=x onerror=alert(1)>\u001b]0;x\u0007 ::error::'),
    ],
  ]),
  ...createVariants('embedded presentation', [
    [
      'snapshot',
      'A completed job shows the presentation as it was at completion, not after a rename.',
      { choices: { jobPresentation: 'snapshot' } },
    ],
    [
      'more',
      'The presentation in a completed job has fields that the fetched one lacks.',
      editJobPresentation((presentation) => ({ ...presentation, thumbnail: null, slides: 5 })),
    ],
    [
      'other-times',
      'The status response of a job has a created_at of its own.',
      editJobPresentation((presentation) => ({ ...presentation, created_at: '2026-01-01T00:00:00.000Z' })),
      'presentation/matches-job-result',
    ],
    [
      'whole-seconds',
      'A fetched presentation has its created_at in whole seconds.',
      editGetPresentation((presentation) => ({
        ...presentation,
        created_at: String(presentation['created_at']).replace(/\.\d+/, '.000'),
      })),
      'create/matches-fetched-presentation',
      'presentation/matches-job-result',
    ],
    [
      'less',
      'The fetched presentation has fields that the one in a completed job lacks.',
      editGetPresentation((presentation) => ({ ...presentation, theme: 'Quay', owner: { name: 'Ada' } })),
    ],
  ]),
  {
    id: 'extra-fields',
    title: 'Every response has further fields, with names that no other state or object uses.',
    decides: ['extra fields'],
    hooks: {
      editResponse: (original) =>
        typeof original.body === 'object' && original.body !== null && !Array.isArray(original.body)
          ? {
              ...original,
              body: {
                ...original.body,
                request_id: 'r-1',
                _links: { self: '/' },
                status_code: original.status,
                beta: null,
              },
            }
          : original,
    },
  },
  {
    id: 'extra-fields-misleading',
    title: 'Presentations have their own status, message, error and generation_id.',
    decides: ['extra fields'],
    hooks: everywhere(() => ({
      status: 'draft',
      message: null,
      error: null,
      generation_id: 7,
      progress: 100,
    })),
  },
];
