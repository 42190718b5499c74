import fc from '../fast-check.js';
/** The requests that clients of two workspaces, and clients without a key, can send to a mock server, in any order. */

export type ClientName = 'dev' | 'other' | 'unauthenticated';

export type Command =
  | { readonly do: 'wait'; readonly for: number }
  | { readonly do: 'advance'; readonly whose: 'ws_dev' | 'ws_other'; readonly by: number }
  | {
      readonly do: 'activate';
      readonly whose: 'ws_dev' | 'ws_other';
      readonly scenario: 'first' | 'second' | undefined;
    }
  | { readonly do: 'templates'; readonly who: ClientName }
  | { readonly do: 'start'; readonly who: ClientName; readonly template: string | undefined }
  | {
      readonly do: 'create';
      readonly who: ClientName;
      readonly template: string;
      readonly title: string | undefined;
    }
  /** `which` selects from all resources of all clients, and from ids that do not exist. */
  | { readonly do: 'poll' | 'reply' | 'fetch'; readonly who: ClientName; readonly which: number }
  | { readonly do: 'rename'; readonly who: ClientName; readonly which: number; readonly title: string }
  | {
      readonly do: 'raw';
      readonly who: ClientName;
      readonly method: string;
      readonly path: string;
      readonly body: string | undefined;
    };

const who = fc.constantFrom<ClientName>('dev', 'dev', 'dev', 'other', 'other', 'unauthenticated');
const workspace = fc.constantFrom('ws_dev' as const, 'ws_other' as const);
const which = fc.nat({ max: 40 });
const template = fc.constantFrom('tpl_pitch', 'tpl_onepager', 'tpl_nothing');
const title = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const gap = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 3000 }) }, fc.constantFrom(0, 1, 60_000));

const raw = fc.record({
  do: fc.constant('raw' as const),
  who,
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
  path: fc.oneof(
    fc.constantFrom(
      '/templates',
      '/presentations',
      '/presentations/generate',
      '/presentations/generate/x/message',
      '/%',
    ),
    fc.string().map((text) => `/${text}`),
  ),
  body: fc.option(
    fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('{"prompt":5}', '{"title":"T","sections":[]}', '{"__proto__":{}}'),
    ),
    { nil: undefined },
  ),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), for: gap }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), whose: workspace, by: gap }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('activate' as const),
      whose: workspace,
      scenario: fc.constantFrom('first' as const, 'second' as const, undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('templates' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      who,
      template: fc.option(template, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      who,
      template,
      title: fc.option(title, { nil: undefined }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom('poll' as const, 'poll' as const, 'reply' as const, 'fetch' as const),
      who,
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), who, which, title }) },
  { weight: 1, arbitrary: raw },
);

/** Most sequences start with a job in each workspace, because most other commands need one. */
export const arbitraryCommands: fc.Arbitrary<Command[]> = fc
  .array(command, { minLength: 10, maxLength: 60 })
  .map((commands) => [
    { do: 'start', who: 'dev', template: undefined },
    { do: 'start', who: 'other', template: undefined },
    ...commands,
  ]);
