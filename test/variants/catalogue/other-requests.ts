/**
 * What a service may make of requests that the interface does not show: other forms of a path, ids and media types, conditional
 * requests, and changes at the same instant. Sections 4, 4.2, 4.7 and 5.
 */
import { documentedPath } from '../../mutants/catalogue/other-paths.js';
import { etagOf } from '../../mutants/catalogue/patched-fields.js';
import { refusesSecondRename } from '../../mutants/catalogue/same-instant.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { Call, RawResponse, ServiceHooks } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** What requests to unknown paths get. */
const fallback = (type: string, body: string): ServiceHooks => ({
  editRawResponse: (original: RawResponse, { operation }: Call) =>
    operation === undefined && original.status === 404
      ? { ...original, status: 200, headers: { 'content-type': type }, body: Buffer.from(body) }
      : original,
});

const refusing = (status: number, isRefused: (call: Call) => boolean): ServiceHooks => ({
  replaceResponse: (call) =>
    isRefused(call) ? refuse(status, 'This request is not understood.') : undefined,
});

/** Ids are compared in this form. */
const compareIds = (form: (id: string) => string): ServiceHooks => ({
  route: (path) =>
    path.replace(/(\/presentations\/)([^/]+)$/, (whole, start: string, id: string) =>
      id === 'generate' ? whole : start + encodeURIComponent(form(decodeURIComponent(id))),
    ),
});

const hasRightToLeftLetters = (text: unknown): boolean => /[\u0590-\u06ff]/.test(String(text));

export const otherRequests: readonly ConformingVariant[] = [
  ...createVariants('other paths', [
    ['equal', 'All forms of a path reach the operation, and need a key.', { route: documentedPath }],
    [
      'page',
      'Unknown paths get the page of an app, with 200.',
      fallback('text/html', '<!doctype html><title>App</title>'),
    ],
    [
      'json',
      'Unknown paths get a JSON body, with 200.',
      fallback('application/json', '{"service":"slides"}'),
    ],
  ]),
  ...createVariants('media types', [
    [
      'json-only',
      'Only the media type application/json is understood in Accept.',
      refusing(406, ({ headers }) => headers['accept'] !== 'application/json'),
    ],
    [
      'no-parameters',
      'Parameters in Accept are not understood.',
      refusing(406, ({ headers }) => headers['accept']?.includes(';') ?? false),
    ],
  ]),
  ...createVariants('id forms', [
    ['no-case', 'The case of an id is ignored.', compareIds((id) => id.toLowerCase())],
    ['trimmed', 'Blanks around an id are ignored.', compareIds((id) => id.trim())],
    [
      'long-fails',
      'A very long id is an error of the server.',
      refusing(500, ({ path }) => /a{300}$/.test(path)),
    ],
  ]),
  ...createVariants('conditional requests', [
    ['etag', 'Fetches have an ETag of the whole presentation.', etagOf((presentation) => presentation)],
    ['etag-of-title', 'Fetches have an ETag of the title.', etagOf(({ title }) => title)],
  ]),
  ...createVariants('concurrent changes', [
    ['second-refused', 'The second of two renames at the same instant gets 409.', refusesSecondRename()],
  ]),
  ...createVariants('title letters', [
    [
      'left-to-right',
      'A title has no letters that are written from right to left.',
      refusing(
        422,
        ({ operation, input }) =>
          operation === 'updatePresentation' && hasRightToLeftLetters(objectOf(input)['title']),
      ),
    ],
    [
      'no-apostrophes',
      'A created title has no apostrophes.',
      refusing(
        422,
        ({ operation, input }) =>
          operation === 'createPresentation' && String(objectOf(input)['title']).includes("'"),
      ),
    ],
  ]),
];
