// @ts-check
// The architecture: which folder can import which, and why. Any other import fails the build.

const { builtinModules } = require('node:module');

/** Each folder of src/: the other folders that it can import, and why no more. */
const folders = {
  base: {
    may: [],
    why: 'Small code that every folder needs (errors, maps, JSON, real time). It imports nothing, so everything can import it.',
  },
  generated: {
    may: [
      'base/json-schema.ts',
      'journal/exchange.ts',
      'journal/har.ts',
      'journal/redact/free-texts.ts',
      'judge/report/report.ts',
    ],
    why: 'The contract as code, written by openapi/generate.ts. Everything relies on it, so it relies only on what compares a value with a schema, and on types of results that no document describes.',
  },
  journal: {
    may: ['base'],
    why: 'Exchanges on the wire are data. The mock server, the checker and the proxy write them; the journal knows none of them.',
  },
  judge: {
    may: ['base', 'journal', 'generated'],
    why: 'A judge that shares code with the accused agrees with its bugs: it shares the contract and the journal only.',
  },
  verify: {
    may: ['base', 'journal', 'judge', 'generated'],
    why: 'It asks a deployment and lets the judge read the journal of the run. It shares no code with the mock server.',
  },
  scenario: {
    may: ['base', 'generated'],
    why: 'A scenario compiles to a timeline, a pure value. It does not know what plays it, or where jobs are stored.',
  },
  service: {
    may: ['base', 'scenario', 'journal', 'generated', 'judge/report/report.ts'],
    why: 'Operations are input → response. HTTP, msw and the command line wrap them from outside. Of the judge, it knows the types of a report.',
  },
  replay: {
    may: ['base', 'judge/model', 'journal', 'scenario', 'service/replay-source.ts', 'generated'],
    why: 'A recording plays itself, or becomes a scenario to edit. It implements one interface of the service, and nothing else of it.',
  },
  transports: {
    may: ['base', 'service', 'journal', 'generated'],
    why: 'A transport reads a request, calls the service, and delivers the response. It needs no facade for that.',
  },
  files: {
    may: ['base', 'scenario', 'service', 'journal'],
    why: 'Scenario files and recordings on disk. `createDeckhand` reads them, too, and runs in browsers: so reading imports no Node module.',
  },
  app: {
    may: [
      'base',
      'files',
      'transports',
      'replay',
      'service',
      'scenario',
      'journal',
      'generated',
      'judge/index.ts',
      'judge/report/report.ts',
    ],
    why: 'What people hold: createDeckhand, workspaces, options and the configuration file. It knows no server and no test runner.',
  },
  server: {
    may: [
      'base',
      'viewer',
      'app',
      'files',
      'transports',
      'service',
      'scenario',
      'journal',
      'generated',
      'judge/model/operation-labels.ts',
      'judge/index.ts',
    ],
    why: 'The server of `deckhand serve`: control API, panel, pages, state file and log around the dispatcher. Commands configure it.',
  },
  proxy: {
    may: ['base', 'files', 'transports', 'scenario', 'journal', 'generated', 'judge/index.ts'],
    why: 'Connections to a real service: the way there, forwarding, HAR files. The traffic is real, so the mock server is not involved.',
  },
  integrations: {
    may: [
      'base',
      'app',
      'files',
      'server',
      'proxy',
      'transports',
      'service',
      'scenario',
      'journal',
      'generated',
      'judge/index.ts',
      'judge/report/report.ts',
      'verify/index.ts',
    ],
    why: 'One package entry for each tool (msw, Vite, Playwright, …). Entries use everything below and no command.',
  },
  wall: {
    may: [
      'base',
      'files/package-files.ts',
      'app',
      'integrations/express.ts',
      'proxy',
      'transports',
      'journal',
      'generated',
      'judge/index.ts',
    ],
    why: 'The server of `deckhand wall`: an app passed through, and a sandbox for each scenario. It holds the mock server as users do: by its middleware, its handles and the judge.',
  },
  cli: {
    may: [
      'base',
      'app',
      'wall',
      'files',
      'proxy',
      'server',
      'transports',
      'judge',
      'verify',
      'scenario',
      'replay',
      'journal',
      'generated',
    ],
    why: 'A command parses arguments and prints. It reaches the service through the facade.',
  },
  ui: {
    may: ['base/text', 'generated/control-api.ts'],
    why: 'Styles and components that several pages share. They know what a response contains, and no page.',
  },
  panel: {
    may: [
      'ui',
      'app/remote-workspace.ts',
      'app/scenario-names.ts',
      'app/control-client.ts',
      'generated',
      'base/text',
      'journal/redact/redaction-mark.ts',
      'judge/report/curl.ts',
      'judge/report/report.ts',
      'scenario/scenario-name.ts',
      'service/control/timeline-types.ts',
      'judge/model/operation-labels.ts',
    ],
    why: 'The panel is a client of the control API over HTTP, with the handle that programs use. It runs in a browser that can be far from the server.',
  },
  'wall/page': {
    may: ['ui', 'wall/protocol.ts', 'wall/constants.ts'],
    why: 'The page of the wall knows its server and its frames by the messages that they exchange.',
  },
  'wall/frame': {
    may: ['wall/protocol.ts', 'wall/constants.ts'],
    why: 'This script runs before the code of an app, in its page. It contains nothing that it does not use there.',
  },
  reference: {
    may: ['ui', 'base', 'generated'],
    why: 'The API reference is a page that sends requests to the server that serves it, as any client does.',
  },
  viewer: {
    may: ['base', 'generated'],
    why: 'The page of a presentation is one string of HTML with its style and its script, so it works at every URL.',
  },
};

const escape = (/** @type {string} */ path) => path.replaceAll('.', '\\.');
const inSrc = (/** @type {string} */ part) => `^src/${escape(part)}${part.endsWith('.ts') ? '$' : '/'}`;
/** The files of a folder without those of its folders that have a row of their own. */
const inFolder = (/** @type {string} */ folder) => {
  const inner = Object.keys(folders).flatMap((other) =>
    other.startsWith(`${folder}/`) ? [other.slice(folder.length + 1)] : [],
  );
  return inSrc(folder) + (inner.length > 0 ? `(?!(${inner.join('|')})/)` : '');
};
const npm = (/** @type {string} */ name) => `(^|/)node_modules/(@types/)?${name}/`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = Object.entries(folders).map(([folder, { may, why }]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} imports ${may.join(', ') || 'no other folder'}. ${why}`,
  severity: 'error',
  from: { path: inFolder(folder) },
  to: { path: '^src/', pathNot: [inFolder(folder), ...may.map(inSrc)] },
}));

/** Packages that only some files can import: [package, pattern of these files, why]. */
const homes = [
  [
    'msw',
    '^src/integrations/((msw|node|browser)\\.ts$|(vitest|msw)/)',
    'msw is an optional peer: `deckhand serve` works without it.',
  ],
  [
    'vitest',
    '^src/integrations/vitest(\\.ts$|/)',
    'vitest is an optional peer: only deckhand/vitest needs it.',
  ],
  [
    'vite',
    '^src/integrations/vite(\\.ts$|/)',
    'vite is an optional peer: only deckhand/vite needs it, for types.',
  ],
  [
    '@playwright/test',
    '^src/integrations/playwright(\\.ts$|/)',
    'Playwright is an optional peer: only deckhand/playwright needs it.',
  ],
  [
    'express',
    '^src/(server|integrations)/',
    'Express carries pages and the control API; the service responds without it (msw, tests).',
  ],
  [
    '@mswjs/data',
    '^src/service/store/',
    'It is one way to store the directory. No other folder depends on how records are stored.',
  ],
  ['https-proxy-agent', '^src/proxy/connection/', 'Only the way to a target has proxies.'],
  ['proxy-from-env', '^src/proxy/connection/', 'Only the way to a target has proxies.'],
  [
    'jiti',
    '^src/app/config/(resolve-options|load-config|evaluate-config)',
    'Only a configuration file in TypeScript needs to be transformed.',
  ],
  ['httpxy', '^src/wall/app-proxy', 'Only the wall passes WebSockets through.'],
  [
    'fzstd',
    '^src/proxy/unzstd',
    'Only the proxy and its recordings have bodies in zstd, which Node 20 cannot decompress.',
  ],
  [
    'yaml',
    '^src/(scenario|cli)/',
    'Files are parsed where scenarios are read. All other code works on values.',
  ],
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...homes.map(([name = '', path = '', comment]) => ({
      name: `${name}-has-one-home`,
      comment,
      severity: /** @type {const} */ ('error'),
      from: { path: '^src/', pathNot: path },
      to: { path: npm(name) },
    })),
    {
      name: 'the-model-judges-nothing',
      comment: 'What a journal shows: calls, keys, payloads, jobs, presentations. Judge and replay share it.',
      severity: 'error',
      from: { path: inSrc('judge/model') },
      to: { path: '^src/', pathNot: ['judge/model', 'base', 'journal', 'generated'].map(inSrc) },
    },
    {
      name: 'records-know-no-service',
      comment:
        'A store keeps records. If it knew scenarios or operations, every further store would have to know them too.',
      severity: 'error',
      from: { path: inSrc('service/store') },
      to: { path: '^src/', pathNot: ['service/store', 'base', 'generated'].map(inSrc) },
    },
    {
      name: 'the-way-to-a-target-knows-no-recording',
      comment: 'Checker and proxy share the way to a target. It knows nothing of what is sent.',
      severity: 'error',
      from: { path: inSrc('proxy/connection') },
      to: { path: '^src/', pathNot: ['proxy/connection', 'base', 'journal', 'judge/index.ts'].map(inSrc) },
    },
    {
      name: 'pages-know-no-server',
      comment:
        'Pages are strings of HTML. Servers, browsers and tests deliver them; `routes.ts` is the server that does.',
      severity: 'error',
      from: { path: inSrc('server/pages'), pathNot: inSrc('server/pages/routes.ts') },
      to: {
        path: '^src/',
        pathNot: ['server/pages', 'viewer', 'base', 'app', 'service', 'transports', 'generated'].map(inSrc),
      },
    },
    {
      name: 'known-folders-only',
      comment: 'A new folder in src/ first needs a line in the table above: what can it import, and why?',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: Object.keys(folders).map(inSrc) },
    },
    {
      name: 'entries-imports',
      comment: 'src/index.ts and src/types.ts export the public names from the folders that own them.',
      severity: 'error',
      from: { path: '^src/(index|config|types|types-mock)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['app', 'base', 'service', 'scenario', 'journal', 'generated'].map(inSrc),
      },
    },
    {
      name: 'entries-are-not-imported',
      comment: 'Entries are for users of the package. Internal code imports the file that owns a name.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/[^/]+\\.ts$' },
    },
    {
      name: 'real-time-stays-outside',
      comment: 'The core takes `now` as an argument. Only folders that wait or serve read the real clock.',
      severity: 'error',
      from: { path: '^src/(journal|scenario|replay|service|judge|verify)/' },
      to: { path: '^src/base/real-(time|immediate)[.]ts$' },
    },
    {
      name: 'pages-import-types-only',
      comment:
        'Pages need only the types of the generated files. Validators and routes would make their bundles larger.',
      severity: 'error',
      from: { path: ['panel', 'ui', 'reference', 'wall/page', 'wall/frame'].map(inSrc) },
      to: { path: inSrc('generated'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'src-stands-alone',
      comment:
        'Published code cannot import unpublished files: tests, generators, examples, or its own build.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|openapi|bench|examples|docs|dist|[.]ci)/' },
    },
    {
      name: 'no-node-in-the-core',
      comment: 'The core, the facade and its pages also run in a browser.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/(transports|files|proxy|integrations|wall|cli|app/config)/',
          '^src/server/(?!pages/(?!routes[.]ts))',
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-node-behind-browser-entries',
      comment: 'Browsers load these entries, so none of their modules can need Node.',
      severity: 'error',
      from: { path: '^src/(integrations/(msw|browser)|app/deckhand)\\.ts$' },
      to: { path: `^(${builtinModules.join('|')})$`, reachable: true },
    },
    {
      name: 'no-cycles',
      comment: 'Data goes one way. If a module needs to call back up, the seam is in the wrong place.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'judges-share-no-code-with-the-accused',
      comment:
        'Mutants and variants test the checker. If they used code of the mock, they would repeat its mistakes.',
      severity: 'error',
      from: { path: '^test/(mutants|variants)/' },
      to: { path: '^src/(service|scenario|app|transports|server|integrations)/' },
    },
    {
      name: 'no-dev-dependencies-in-src',
      comment:
        'Users do not install dev dependencies. (msw is also a peer dependency, Vite bundles the panel, and the build copies a few: rolldown.config.js.)',
      severity: 'error',
      from: { path: '^src/', pathNot: ['panel', 'ui', 'wall/page', 'wall/frame'].map(inSrc) },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm-peer'],
        pathNot: npm(
          '(@mswjs/data|@noble/hashes|chokidar|cross-spawn|eventsource-parser|fastest-levenshtein|fzstd|yaml)',
        ),
      },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that package.json does not name can be missing in an installation.',
      severity: 'error',
      // Projects of users have packages of their own.
      from: { pathNot: '^test/package/projects/' },
      // (dependency-cruiser reads `peerDependenciesMeta` as a list of unknown packages: npm-no-pkg.)
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'A missing module would otherwise fail only at run time.',
      severity: 'error',
      // Projects of users: their files meet when CI builds them.
      from: { pathNot: '^test/package/projects/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count as imports, too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};
