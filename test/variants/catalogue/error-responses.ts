/** Section 7: the codes and bodies of refusals are not shown. */
import { DEFAULT_CONFIG, type ServiceConfig } from '../../reference-service/config.js';
import type { Call, ServiceHooks, RawResponse } from '../../reference-service/hooks.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** The codes that differ from those of the plain service. */
const codes: readonly (readonly [id: string, title: string, Partial<ServiceConfig['refusals']>])[] = [
  ['missing-key-403', 'A call without a key answers 403.', { missingKey: 403 }],
  ['missing-key-400', 'A call without a key answers 400.', { missingKey: 400 }],
  ['wrong-key-403', 'A key that was never issued answers 403.', { wrongKey: 403 }],
  ['wrong-key-404', 'Without a valid key every resource is missing.', { missingKey: 404, wrongKey: 404 }],
  ['foreign-403', 'A resource of another workspace is forbidden, not unknown.', { foreign: 403 }],
  ['foreign-401', 'A resource of another workspace requires another key.', { foreign: 401 }],
  [
    'unknown-403',
    'A missing resource is forbidden, like those of other workspaces.',
    { unknown: 403, foreign: 403 },
  ],
  ['unknown-410', 'A missing resource is gone.', { unknown: 410, foreign: 410 }],
  ['unknown-400', 'An identifier that does not exist is an invalid request.', { unknown: 400, foreign: 400 }],
  ['unknown-500', 'An identifier that does not exist is an internal error.', { unknown: 500, foreign: 500 }],
  ['invalid-422', 'An invalid body answers 422.', { invalid: 422 }],
  ['invalid-500', 'An invalid body, malformed JSON included, is an internal error.', { invalid: 500 }],
  ['finished-410', 'A message to a finished job answers 410.', { finished: 410 }],
  ['finished-404', 'A finished job has no message endpoint.', { finished: 404 }],
];

/** Every refusal has this body. */
function withBody(body: (status: number) => unknown): ServiceHooks {
  return {
    editResponse: (honest) => (honest.status < 400 ? honest : { ...honest, body: body(honest.status) }),
  };
}

/** Every refusal has this text, which can be other than JSON. */
function withText(media: string, text: string): ServiceHooks {
  const rewrite = (honest: RawResponse) => ({
    ...honest,
    headers: { ...honest.headers, 'content-type': media },
    body: Buffer.from(text),
  });
  return { editRawResponse: (honest) => (honest.status < 400 ? honest : rewrite(honest)) };
}

const page =
  '<!doctype html><html><head><title>Sorry</title></head><body><script>alert(1)</script></body></html>';

const bodies: readonly (readonly [id: string, title: string, ServiceHooks])[] = [
  ['empty', 'A refusal has no body.', withBody(() => undefined)],
  ['html', 'A refusal is a page.', withText('text/html; charset=utf-8', page)],
  ['text', 'A refusal is a text.', withText('text/plain', 'Go away.\u001b[31m\n')],
  ['xml', 'A refusal is XML.', withText('application/xml', '<error><code>E17</code></error>')],
  [
    'broken-json',
    'A refusal is announced as JSON, and is not JSON.',
    withText('application/json', '{"error": '),
  ],
  [
    'not-utf-8',
    'A refusal is written in Latin-1.',
    { editRawResponse: (honest) => (honest.status < 400 ? honest : latin1(honest)) },
  ],
  ['array', 'A refusal is a list of errors.', withBody(() => [{ code: 17, field: null }])],
  ['string', 'A refusal is a JSON string.', withBody(() => 'Refused')],
  ['null', 'A refusal is null.', withBody(() => null)],
  [
    'nested',
    'A refusal wraps code and text.',
    withBody((status) => ({ error: { code: `E${status}`, message: 'No.' } })),
  ],
  [
    'envelope',
    'A refusal has the status "error".',
    withBody(() => ({ status: 'error', message: 'No.', data: null })),
  ],
  [
    'failed',
    'A refusal has the status "failed" and an error.',
    withBody(() => ({ status: 'failed', error: 'No.' })),
  ],
  [
    'prototype',
    'A refusal has fields named __proto__.',
    withText('application/json', '{"__proto__":{"error":"No."}}'),
  ],
  [
    'names-the-resource',
    'A refusal has the id, the workspace and the address of the resource, and a time.',
    {
      editResponse: (honest, { job, presentation, world }) =>
        honest.status < 400
          ? honest
          : {
              ...honest,
              body: {
                error: 'No.',
                ...(job && { generation_id: job.id }),
                ...(presentation && {
                  id: presentation.resource['id'],
                  workspace_id: presentation.owner.id,
                  url: presentation.resource['url'],
                }),
                created_at: new Date(world.now()).toISOString(),
              },
            },
    },
  ],
  [
    'problem',
    'A refusal is application/problem+json.',
    withText('application/problem+json', '{"type":"about:blank","title":"No."}'),
  ],
];

function latin1(honest: RawResponse): RawResponse {
  return { ...honest, body: Buffer.from('{"error":"Zugriff verweigert, schönen Gruß"}', 'latin1') };
}

/** The workspaces of the keys in `Authorization` and in `x-api-key`, without quotes if they are read so. */
function holders({ world, headers }: Call, isUnquoted = false) {
  const sent = [/^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1], headers['x-api-key']];
  return sent.flatMap((key) =>
    key === undefined
      ? []
      : [
          world.workspaces.find(
            (workspace) => workspace.key === (isUnquoted ? key.replaceAll('"', '') : key),
          ),
        ],
  );
}

/** Section 5.1 says nothing about quotes around a key, about a wrong key beside a valid one, and about other schemes and cases. */
const keyForms = createVariants('key forms', [
  [
    'quotes',
    'Quotes around a key are ignored.',
    { authenticate: (honest, call) => honest ?? holders(call, true)[0] },
  ],
  [
    'either',
    'One valid key in either header is enough.',
    { authenticate: (honest, call) => honest ?? holders(call)[1] },
  ],
  [
    'both',
    'Every key in a request must be valid.',
    { authenticate: (honest, call) => (holders(call).includes(undefined) ? undefined : honest) },
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
      authenticate: (honest, { headers, world }) =>
        honest ??
        world.workspaces.find(({ key }) => key === /^\w+ (\S+)$/.exec(headers['authorization'] ?? '')?.[1]),
    },
  ],
  [
    'capital-bearer',
    'The scheme Bearer has a capital letter, and nothing else is accepted.',
    {
      authenticate: (honest, { headers }) =>
        headers['authorization']?.startsWith('bearer ') === true ? undefined : honest,
    },
  ],
]);

export const refusals: readonly ConformingVariant[] = [
  ...keyForms,
  ...codes.map(([id, title, changed]): ConformingVariant => ({
    id: `refusals-${id}`,
    title,
    decides: ['refusal codes'],
    hooks: { choices: { refusals: { ...DEFAULT_CONFIG.refusals, ...changed } } },
  })),
  ...bodies.map(([id, title, apply]): ConformingVariant => ({
    id: `error-body-${id}`,
    title,
    decides: ['error body'],
    hooks: apply,
  })),
  {
    id: 'refusals-redirect-to-login',
    title: 'A call without a key redirects to a login page, which answers 200.',
    decides: ['refusal codes', 'other methods'],
    hooks: {
      editResponse: (honest, { path, operation, key }) => {
        if (path === '/login')
          return { status: 200, headers: { 'content-type': 'text/html' }, body: 'Log in' };
        return operation && key === undefined ? { status: 302, headers: { location: '/login' } } : honest;
      },
    },
  },
];
