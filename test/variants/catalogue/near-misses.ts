/** What a conforming service does next to a violation that a run sees: quoted keys and texts, short delays, lists in another order. */
import { editBody, isFromOtherWorkspace } from '../../mutants/response-edits.js';
import { refuse } from '../../reference-service/operations.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { Presentation } from '../../reference-service/store.js';
import type { ConformingVariant, UnspecifiedTopic } from '../variant.js';

/** Adds fields to the body of each rejection. */
const inErrors = (fields: (call: Call) => object): ServiceHooks => ({
  editResponse: (original, call) =>
    original.status < 400 ? original : { ...original, body: { ...Object(original.body), ...fields(call) } },
});

const completedAt = new WeakMap<Presentation, number>();

/** The owner's fetches of a new generated presentation get this response for this number of ms. */
function unreadableAtFirst(ms: number, status: number, once = false): ServiceHooks {
  const refused = new WeakSet<object>();
  return {
    editResponse: (original, { operation, presentation, job, store }) => {
      const result = job?.result?.presentation;
      if (result && !completedAt.has(result)) completedAt.set(result, store.now());
      const since = presentation && completedAt.get(presentation);
      const isNew = since !== undefined && store.now() - since < ms;
      if (operation !== 'getPresentation' || original.status >= 300 || !isNew) return original;
      if (once && refused.has(store)) return original;
      refused.add(store);
      return refuse(status, 'Not yet.');
    },
  };
}

type NearMiss = readonly [
  id: string,
  title: string,
  decides: readonly UnspecifiedTopic[],
  hooks: ServiceHooks,
  ...warns: readonly string[],
];

const nearMisses: readonly NearMiss[] = [
  [
    'errors-quote-an-invalid-key',
    'The rejection of a key quotes it.',
    ['error body'],
    inErrors(({ workspace, key }) =>
      workspace || key === undefined ? {} : { error: `No such key: ${key}` },
    ),
  ],
  [
    'key-hint-in-the-template-list',
    'The list of templates shows the beginning of the key.',
    ['templates'],
    editBody('listTemplates', (body, { workspace }) => ({
      ...body,
      key_hint: `${workspace?.key.slice(0, 12)}…`,
    })),
  ],
  [
    'errors-quote-the-request',
    'A rejection quotes the body and the path of its own request.',
    ['error body'],
    inErrors(({ input, path }) => ({ request: { input, path } })),
  ],
  [
    'result-later-404',
    'A replica does not find the presentation of a completed job for 0.9 seconds.',
    ['replicas'],
    unreadableAtFirst(900, 404),
    'presentation/fetchable-when-completed',
  ],
  [
    'result-locked-once',
    'One presentation is locked for a moment after its job.',
    ['replicas'],
    unreadableAtFirst(500, 423, true),
    'presentation/fetchable-when-completed',
  ],
  [
    'templates-in-another-order',
    'The list of templates has another order each time, and grows.',
    ['templates'],
    editBody('listTemplates', ({ templates, ...body }, { store }) => {
      const list = templates as readonly object[];
      const more = store.requests > 100 ? [{ id: 'template-new', name: 'New' }] : [];
      return { ...body, templates: [...(store.requests % 2 === 0 ? list.toReversed() : list), ...more] };
    }),
  ],
  [
    'create-names-its-template',
    'POST /presentations returns the id of the template, and the presentation_id.',
    ['create response'],
    editBody('createPresentation', ({ id }, { input }) => ({
      id: Object(input).template_id ?? 'template',
      presentation_id: id,
    })),
    'create/returned-id-is-fetchable',
  ],
  [
    'renames-402',
    'The plan has no renames.',
    ['patch response', 'quota'],
    {
      replaceResponse: (call) =>
        call.operation === 'updatePresentation' && !isFromOtherWorkspace(call)
          ? refuse(402, 'Upgrade.')
          : undefined,
    },
  ],
  [
    'redirects-a-few',
    'A few fetches are redirected to a page about maintenance.',
    ['transient errors', 'redirects'],
    {
      replaceResponse: ({ operation, store }) =>
        operation === 'getPresentation' && store.requests % 9 === 0
          ? { status: 302, headers: { location: '/maintenance' } }
          : undefined,
    },
    'operation/no-redirect-instead-of-response',
  ],
];

export const nearMissVariants: readonly ConformingVariant[] = nearMisses.map(
  ([id, title, decides, hooks, ...warns]) => ({ id, title, decides, warns, hooks }),
);
