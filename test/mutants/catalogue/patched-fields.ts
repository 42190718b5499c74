/** Sections 1, 2.1, 4.7 and 5: what a PATCH with other fields than the title does, and what a conditional request returns after it. */
import { createHash } from 'node:crypto';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { objectOf } from '../../reference-service/operations.js';
import { editResponse } from '../response-edits.js';

const sections = ['1', '2.1', '4.7'];

/** A PATCH stores these fields, too. */
export const alsoStores = (...fields: readonly string[]): ServiceHooks => ({
  choices: { patchable: ['title', ...fields] },
});

/** A PATCH with another workspace takes the presentation out of its own one. */
const movesAway: ServiceHooks = {
  ...alsoStores('workspace_id'),
  authorize: (original, { presentation }) =>
    original && (!presentation || presentation.resource['workspace_id'] === presentation.owner.id),
};

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);

/** Fetches have an ETag of these fields, and a conditional one with the same gets 304. */
export const etagOf = (pick: (presentation: JsonObject) => unknown): ServiceHooks =>
  editResponse('getPresentation', (original, { headers }) => {
    const etag = `"${hashOf(pick(objectOf(original.body)))}"`;
    return headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { ...original, headers: { ...original.headers, etag } };
  });

/** A fetch gets another representation than JSON if the client leaves it open. */
const xmlFor = (isMeant: (accept: string | undefined) => boolean): ServiceHooks => ({
  editRawResponse: (original, { operation, headers }) =>
    operation === 'getPresentation' && original.status === 200 && isMeant(headers['accept'])
      ? {
          ...original,
          headers: { ...original.headers, 'content-type': 'application/xml' },
          body: Buffer.from('<presentation/>'),
        }
      : original,
});

export const patchedFields: readonly Mutant[] = [
  ...['url', 'created_at', 'workspace_id'].map((field): Mutant => ({
    id: `patch-changes-${field.replaceAll('_', '-')}`,
    title: `A PATCH with ${field} changes it.`,
    sections,
    detectedAs: 'warn',
    hooks: alsoStores(field),
  })),
  {
    id: 'patch-with-workspace-id-moves-the-presentation',
    title: 'A PATCH with workspace_id takes the presentation away from its key.',
    sections: [...sections, '5'],
    hooks: movesAway,
  },
  {
    id: 'etag-stays-after-a-rename',
    title: 'A conditional fetch with the ETag from before a rename gets 304.',
    sections: ['4.2', '4.7'],
    detectedAs: 'warn',
    hooks: etagOf(({ id, sections: slides }) => [id, slides]),
  },
  {
    id: 'fetch-returns-xml-to-any-media-type',
    title: 'A fetch that accepts all media types gets XML.',
    sections: ['4', '4.2'],
    hooks: xmlFor((accept) => accept === '*/*'),
  },
  {
    id: 'fetch-returns-xml-without-accept',
    title: 'A fetch without an Accept header gets XML.',
    sections: ['4', '4.2'],
    hooks: xmlFor((accept) => accept === undefined),
  },
];
