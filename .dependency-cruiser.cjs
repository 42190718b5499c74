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
    may: [],
    why: 'The contract as code, written by openapi/generate.ts. Everything relies on it, so it relies on nothing.',
  },
  journal: {
    may: ['base'],
    why: 'Exchanges on the wire are data. The stand-in, the checker and the proxy write them; the journal knows none of them.',
  },
  scenario: {
    may: ['base', 'generated'],
    why: 'A scenario compiles to a timeline, a pure value. It does not know what plays it, or where jobs are stored.',
  },
  replay: {
    may: ['base', 'journal', 'learn', 'scenario', 'generated'],
    why: 'It turns a recording into a scenario, and what was learned from many jobs, too. Playing and judging that scenario is the work of src/playback.',
  },
  store: {
    may: ['base', 'generated'],
    why: 'A store keeps records. If it knew scenarios or the service, every further store would have to know them too.',
  },
  service: {
    may: ['base', 'store', 'scenario', 'journal', 'generated'],
    why: 'Operations are input → response. HTTP, msw and the command line wrap them from outside.',
  },
  document: {
    may: [],
    why: 'The OpenAPI document as a value: its documented part, and its types. The generator and `deckhand types` share it.',
  },
  contract: {
    may: ['base', 'journal', 'generated'],
    why: 'A judge that shares code with the accused agrees with its bugs: it shares the contract and the journal only.',
  },
  learn: {
    may: ['base', 'journal', 'generated', 'contract/index.ts'],
    why: 'It learns from the wire and the document. If it knew the stand-in, it would learn the assumptions of the stand-in.',
  },
  transports: {
    may: ['base', 'service', 'journal', 'generated'],
    why: 'A transport reads a request, calls the service, and delivers the response. It needs no facade for that.',
  },
  app: {
    may: [
      'base',
      'files',
      'transports',
      'service',
      'store',
      'scenario',
      'journal',
      'generated',
      'contract/index.ts',
    ],
    why: 'The facade people hold (createDeckhand, workspace verbs). It knows no server and no test runner.',
  },
  pages: {
    may: ['base', 'app', 'service', 'store', 'transports', 'generated'],
    why: 'Pages are strings of HTML. Servers, browsers and tests deliver them.',
  },
  files: {
    may: ['base', 'scenario', 'service'],
    why: 'Scenario files on disk. `createDeckhand` reads them, too, and runs in browsers: so reading imports no Node module.',
  },
  server: {
    may: [
      'base',
      'app',
      'bundle',
      'files',
      'transports',
      'pages',
      'service',
      'scenario',
      'journal',
      'generated',
    ],
    why: 'The server of `deckhand serve`: control API, panel and pages around the dispatcher. Commands configure it.',
  },
  replicas: {
    may: ['base', 'app', 'service', 'store', 'scenario', 'journal', 'generated'],
    why: 'Several processes as one stand-in. It puts requests into one order in a store, and knows no server and no command.',
  },
  reach: {
    may: ['base'],
    why: 'The way to a target: proxies, certificates, connections. Checker and proxy share it; it knows nothing of what is sent.',
  },
  target: {
    may: ['base', 'journal', 'reach', 'contract/index.ts'],
    why: 'How a check reaches a real service: requests and real time. It knows no rule.',
  },
  playback: {
    may: ['base', 'app', 'replay', 'scenario', 'service', 'journal', 'generated', 'contract/index.ts'],
    why: 'Plays scenarios in virtual time, for previews and replay checks. It needs the facade and no transport.',
  },
  recording: {
    may: ['base', 'files', 'reach', 'transports', 'scenario', 'journal', 'generated', 'contract/index.ts'],
    why: 'HAR files and the recording proxy. Recorded traffic is about a real service, so the stand-in is not involved.',
  },
  bundle: {
    may: [
      'base',
      'app',
      'playback',
      'replay',
      'service',
      'scenario',
      'journal',
      'generated',
      'contract/index.ts',
    ],
    why: 'One file for a bug report: recording, state, replay and report. It knows no file system; commands and the server do.',
  },
  setup: {
    may: ['base', 'app', 'files', 'scenario', 'service', 'store'],
    why: 'The configuration file of a project. Commands and Node integrations share it; browsers and the facade have none.',
  },
  terminal: {
    may: ['base', 'app', 'server', 'journal', 'contract/index.ts'],
    why: 'Lines for a terminal, the same for `deckhand serve` and for Vite. It writes what it is told, and serves nothing.',
  },
  integrations: {
    may: [
      'base',
      'app',
      'setup',
      'terminal',
      'files',
      'pages',
      'replicas',
      'server',
      'reach',
      'target',
      'transports',
      'service',
      'scenario',
      'journal',
      'generated',
      'contract/index.ts',
    ],
    why: 'One package entry for each tool (msw, Vite, Playwright, …). Entries use everything below and no command.',
  },
  cli: {
    may: [
      'base',
      'app',
      'bundle',
      'setup',
      'terminal',
      'files',
      'playback',
      'reach',
      'recording',
      'replicas',
      'server',
      'target',
      'transports',
      'document',
      'contract',
      'learn',
      'scenario',
      'replay',
      'journal',
      'generated',
    ],
    why: 'A command parses arguments and prints. It reaches service and store through the facade.',
  },
  panel: {
    may: ['generated', 'journal', 'replay', 'contract/index.ts'],
    why: 'The panel is a client of the control API over HTTP. It runs in a browser that can be far from the server. Its worker judges recordings.',
  },
};

const escape = (/** @type {string} */ path) => path.replaceAll('.', '\\.');
const inSrc = (/** @type {string} */ part) => `^src/${escape(part)}${part.endsWith('.ts') ? '$' : '/'}`;
const npm = (/** @type {string} */ name) => `(^|/)node_modules/(@types/)?${name}/`;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = Object.entries(folders).map(([folder, { may, why }]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} imports ${may.join(', ') || 'no other folder'}. ${why}`,
  severity: 'error',
  from: { path: inSrc(folder) },
  to: { path: '^src/', pathNot: [folder, ...may].map(inSrc) },
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
    'openapi-fetch',
    '^src/(app/remote(\\.ts$|/)|panel/)',
    'Only a remote stand-in is called over HTTP. Verbs in process need no client.',
  ],
  [
    'eventsource-parser',
    '^src/(app/remote|panel)/',
    'Only clients of a remote stand-in read its stream of events.',
  ],
  [
    'jsonpath-rfc9535',
    '^src/learn/overlay/',
    'Only applying an overlay needs its targets; other code gets the resulting document.',
  ],
  [
    'express',
    '^src/(server|integrations)/',
    'Express carries pages and the control API; the service responds without it (msw, tests).',
  ],
  [
    '@mswjs/data',
    '^src/store/',
    'It is one way to store the directory. No other folder depends on how records are stored.',
  ],
  [
    'ioredis',
    '^src/replicas/store-link\\.ts$',
    'Only replicas need a store. It is an optional peer, loaded on demand.',
  ],
  ['https-proxy-agent', '^src/reach/', 'Only the way to a target has proxies.'],
  ['proxy-from-env', '^src/reach/', 'Only the way to a target has proxies.'],
  ['jiti', '^src/setup/run-config', 'Only a configuration file in TypeScript needs to be transformed.'],
  [
    'openapi-typescript',
    '^src/cli/overlay-types',
    'Only `deckhand types --overlay` writes types of schemas, so users install it for that.',
  ],
  ['fflate', '^src/(recording/har-zip|bundle/)', 'Only recordings of Playwright and bundles are .zip files.'],
  [
    'fzstd',
    '^src/recording/proxy/',
    'Only the proxy receives bodies in zstd, which Node 20 cannot decompress.',
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
      from: { path: '^src/(index|config|types|types-assumed)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['app', 'setup/config.ts', 'base', 'service', 'scenario', 'journal', 'generated'].map(inSrc),
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
      from: { path: '^src/(journal|scenario|replay|store|service|contract|learn)/' },
      to: { path: inSrc('base/real-time.ts') },
    },
    {
      name: 'only-the-worker-of-the-panel-judges',
      comment:
        'The judge is larger than the panel. Only the worker for recordings loads it, when a file is dropped.',
      severity: 'error',
      from: { path: inSrc('panel'), pathNot: '^src/panel/import/judge-worker\\.ts$' },
      to: { path: '^src/(journal|replay|contract)/' },
    },
    {
      name: 'panel-imports-types-only',
      comment:
        'The panel needs only the types of the generated files. Validators and routes would make its bundle larger.',
      severity: 'error',
      from: { path: inSrc('panel') },
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
        pathNot: ['^src/(transports|server|setup|files|reach|replicas|target|recording|integrations|cli)/'],
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
        'Mutants and liberties prove the checker. If they used code of the mock, they would repeat its mistakes.',
      severity: 'error',
      from: { path: '^test/(mutants|liberties)/' },
      to: { path: '^src/(service|scenario|app|transports|server|integrations|playback)/' },
    },
    {
      name: 'no-dev-dependencies-in-src',
      comment:
        'Users do not install dev dependencies. (msw is also a peer dependency, Vite bundles the panel, and the build bundles @mswjs/data and diff.)',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/panel/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm-peer'],
        pathNot: npm('(?:@mswjs/data|diff)'),
      },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that package.json does not name can be missing in an installation.',
      severity: 'error',
      from: {},
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
