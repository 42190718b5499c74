/** Section 7: the codes and bodies of rejections are not shown. */
import { DEFAULT_CONFIG, type ServiceConfig } from '../../reference-service/config.js';
import type { Call, ServiceHooks, RawResponse } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant, type VariantRow } from '../variant.js';

/** The codes that differ from those of the reference service. */
const codes: readonly (readonly [
  id: string,
  title: string,
  Partial<ServiceConfig['refusals']>,
  ...warns: readonly string[],
])[] = [
  ['missing-key-403', 'A call without a key returns 403.', { missingKey: 403 }],
  ['missing-key-400', 'A call without a key returns 400.', { missingKey: 400 }],
  ['invalid-key-403', 'A key that was never issued returns 403.', { wrongKey: 403 }],
  ['wrong-key-404', 'Without a valid key every resource is missing.', { missingKey: 404, wrongKey: 404 }],
  ['other-workspace-403', 'A resource of another workspace is forbidden, not unknown.', { foreign: 403 }],
  ['other-workspace-401', 'A resource of another workspace requires another key.', { foreign: 401 }],
  [
    'unknown-403',
    'A missing resource is forbidden, like those of other workspaces.',
    { unknown: 403, foreign: 403 },
  ],
  ['unknown-410', 'A missing resource is gone.', { unknown: 410, foreign: 410 }],
  ['unknown-400', 'An identifier that does not exist is an invalid request.', { unknown: 400, foreign: 400 }],
  [
    'unknown-500',
    'An identifier that does not exist is an internal error.',
    { unknown: 500, foreign: 500 },
    'operation/low-5xx-rate',
  ],
  ['invalid-422', 'An invalid body returns 422.', { invalid: 422 }],
  [
    'invalid-500',
    'An invalid body, malformed JSON included, is an internal error.',
    { invalid: 500 },
    'operation/low-5xx-rate',
  ],
  ['finished-410', 'A message to a finished job returns 410.', { finished: 410 }],
  ['finished-404', 'A finished job has no message endpoint.', { finished: 404 }],
];

/** Every rejection has this body. */
function withBody(body: (status: number) => unknown): ServiceHooks {
  return {
    editResponse: (original) =>
      original.status < 400 ? original : { ...original, body: body(original.status) },
  };
}

/** Every rejection has this text, which can be other than JSON. */
function withText(media: string, text: string): ServiceHooks {
  const rewrite = (original: RawResponse) => ({
    ...original,
    headers: { ...original.headers, 'content-type': media },
    body: Buffer.from(text),
  });
  return { editRawResponse: (original) => (original.status < 400 ? original : rewrite(original)) };
}

const page =
  '<!doctype html><html><head><title>Sorry</title></head><body><script>alert(1)</script></body></html>';

const bodies: readonly VariantRow[] = [
  ['empty', 'A rejection has no body.', withBody(() => undefined)],
  [
    'html',
    'A rejection is a page.',
    withText('text/html; charset=utf-8', page),
    'response/error-body-is-json',
  ],
  [
    'text',
    'A rejection is a text.',
    withText('text/plain', 'Go away.\u001b[31m\n'),
    'response/error-body-is-json',
  ],
  [
    'xml',
    'A rejection is XML.',
    withText('application/xml', '<error><code>E17</code></error>'),
    'response/error-body-is-json',
  ],
  [
    'broken-json',
    'A rejection is announced as JSON, and is not JSON.',
    withText('application/json', '{"error": '),
    'response/error-body-is-json',
  ],
  [
    'not-utf-8',
    'A rejection is written in Latin-1.',
    { editRawResponse: (original) => (original.status < 400 ? original : latin1(original)) },
  ],
  ['array', 'A rejection is a list of errors.', withBody(() => [{ code: 17, field: null }])],
  ['string', 'A rejection is a JSON string.', withBody(() => 'Refused')],
  ['null', 'A rejection is null.', withBody(() => null)],
  [
    'nested',
    'A rejection wraps code and text.',
    withBody((status) => ({ error: { code: `E${status}`, message: 'No.' } })),
  ],
  [
    'envelope',
    'A rejection has the status "error".',
    withBody(() => ({ status: 'error', message: 'No.', data: null })),
  ],
  [
    'failed',
    'A rejection has the status "failed" and an error.',
    withBody(() => ({ status: 'failed', error: 'No.' })),
  ],
  [
    'prototype',
    'A rejection has fields named __proto__.',
    withText('application/json', '{"__proto__":{"error":"No."}}'),
  ],
  [
    'names-the-resource',
    'A rejection has the id, the workspace and the address of the resource, and a time.',
    {
      editResponse: (original, { job, presentation, store }) =>
        original.status < 400
          ? original
          : {
              ...original,
              body: {
                error: 'No.',
                ...(job && { generation_id: job.id }),
                ...(presentation && {
                  id: presentation.resource['id'],
                  workspace_id: presentation.owner.id,
                  url: presentation.resource['url'],
                }),
                created_at: new Date(store.now()).toISOString(),
              },
            },
    },
  ],
  [
    'problem',
    'A rejection is application/problem+json.',
    withText('application/problem+json', '{"type":"about:blank","title":"No."}'),
  ],
];

function latin1(original: RawResponse): RawResponse {
  return { ...original, body: Buffer.from('{"error":"Zugriff verweigert, schönen Gruß"}', 'latin1') };
}

/** The workspaces of the keys in `Authorization` and in `x-api-key`, without quotes if they are read so. */
function holders({ store, headers }: Call, isUnquoted = false) {
  const sent = [/^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1], headers['x-api-key']];
  return sent.flatMap((key) =>
    key === undefined
      ? []
      : [
          store.workspaces.find(
            (workspace) => workspace.key === (isUnquoted ? key.replaceAll('"', '') : key),
          ),
        ],
  );
}

/** Section 5.1 says nothing about quotes around a key, about an invalid key next to a valid one, and about other schemes and cases. */
const keyForms = createVariants('key forms', [
  [
    'quotes',
    'Quotes around a key are ignored.',
    { authenticate: (original, call) => original ?? holders(call, true)[0] },
  ],
  [
    'either',
    'One valid key in either header is enough.',
    { authenticate: (original, call) => original ?? holders(call)[1] },
  ],
  [
    'both',
    'Every key in a request must be valid.',
    { authenticate: (original, call) => (holders(call).includes(undefined) ? undefined : original) },
  ],
  [
    'x-api-key-first',
    'The key in x-api-key is read before that in Authorization.',
    { authenticate: (_, call) => holders(call).at(-1) },
  ],
  [
    'any-scheme',
    'A valid key is accepted after any scheme.',
    {
      authenticate: (original, { headers, store }) =>
        original ??
        store.workspaces.find(({ key }) => key === /^\w+ (\S+)$/.exec(headers['authorization'] ?? '')?.[1]),
    },
  ],
  [
    'capital-bearer',
    'The scheme Bearer has a capital letter, and nothing else is accepted.',
    {
      authenticate: (original, { headers }) =>
        headers['authorization']?.startsWith('bearer ') === true ? undefined : original,
    },
  ],
]);

export const refusals: readonly ConformingVariant[] = [
  ...keyForms,
  ...codes.map(([id, title, changed, ...warns]): ConformingVariant => ({
    id: `rejections-${id}`,
    title,
    decides: ['error status codes'],
    warns,
    hooks: { choices: { refusals: { ...DEFAULT_CONFIG.refusals, ...changed } } },
  })),
  ...bodies.map(([id, title, apply, ...warns]): ConformingVariant => ({
    id: `error-body-${id}`,
    title,
    decides: ['error body'],
    warns,
    hooks: apply,
  })),
  {
    id: 'rejections-redirect-to-login',
    title: 'A call without a key redirects to a login page, which returns 200.',
    decides: ['error status codes', 'other methods'],
    hooks: {
      editResponse: (original, { path, operation, key }) => {
        if (path === '/login')
          return { status: 200, headers: { 'content-type': 'text/html' }, body: 'Log in' };
        return operation && key === undefined ? { status: 302, headers: { location: '/login' } } : original;
      },
    },
  },
];
