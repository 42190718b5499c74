/** Sections 2.1 and 2.2: an identifier is a string; its form is not shown. */
import type { ServiceConfig } from '../../reference-service/config.js';
import { editBody } from '../../mutants/response-edits.js';
import type { ConformingVariant } from '../variant.js';

const formats: readonly (readonly [id: string, title: string, ServiceConfig['id']])[] = [
  ['digits', 'Identifiers are digits, the same for a job and a presentation.', (_kind, n) => String(n)],
  [
    'uuid',
    'Identifiers are UUIDs.',
    (kind, n) => `${kind === 'generation' ? 'a' : 'b'}1b2c3d4-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ],
  ['dots', 'Identifiers have dots.', (kind, n) => `v1.${kind}.${n}..x`],
  ['colon', 'Identifiers are URNs.', (kind, n) => `urn:${kind}:${n}`],
  ['unicode', 'Identifiers have letters outside ASCII.', (kind, n) => `${kind}-é–${n}`],
  ['slash', 'Identifiers are paths.', (kind, n) => `decks/${kind}/${n}`],
  ['space', 'Identifiers have spaces and plus signs.', (kind, n) => `${kind} ${n}+${n}`],
  ['reserved', 'Identifiers have the characters that URLs reserve.', (kind, n) => `${kind}?${n}#a&b=c;d`],
  ['percent', 'Identifiers look percent-encoded.', (kind, n) => `${kind}%2F${n}%`],
  ['long', 'Identifiers have hundreds of letters.', (kind, n) => `${kind}${'x'.repeat(600)}${n}`],
  [
    'case',
    'Identifiers differ in the case of their letters.',
    (kind, n) => `${kind}-${'aAaAaA'.slice(0, (n % 5) + 1)}-${Math.ceil(n / 5)}`,
  ],
  [
    'words',
    'Identifiers are names with a meaning in objects and paths.',
    (kind, n) => `${['__proto__', 'status', 'message', 'constructor'][n % 4]}.${kind}.${n}`,
  ],
];

export const ids: readonly ConformingVariant[] = [
  ...formats.map(([id, title, write]): ConformingVariant => ({
    id: `ids-${id}`,
    title,
    decides: ['ids'],
    hooks: { choices: { id: write } },
  })),
  {
    id: 'ids-in-each-workspace',
    title:
      'Identifiers are counted in each workspace, so that two of them have a job 1 and a presentation 1.',
    decides: ['ids'],
    hooks: { choices: { id: (_kind, n) => String(n), idsAreUnique: 'in a workspace' } },
  },
  {
    id: 'ids-colon-as-they-are',
    title: 'Identifiers have colons, and are in poll_url without escapes.',
    decides: ['ids', 'start response'],
    hooks: {
      choices: { id: (kind, n) => `${kind}:${n}` },
      ...editBody('startGeneration', (body, { job }) => ({
        ...body,
        poll_url: `/api/v1/presentations/generate/${job?.id}/status`,
      })),
    },
  },
  {
    id: 'ids-lower-case-escapes',
    title: 'Identifiers have letters outside ASCII, and poll_url escapes them in lower case.',
    decides: ['ids', 'start response'],
    hooks: {
      choices: { id: (kind, n) => `${kind}-ü${n}` },
      ...editBody('startGeneration', (body) => ({
        ...body,
        poll_url: String(body['poll_url']).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
      })),
    },
  },
];
