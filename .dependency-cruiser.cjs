// @ts-check
// Which folder may import which, and why: this file is the architecture. Anything not allowed here fails the build.

const { builtinModules } = require('node:module');

/** Each folder of src/: what it may import besides itself and src/user-error.ts, and why no more. */
const folders = {
  generated: {
    may: [],
    why: 'It is the contract as code, written by openapi/generate.ts: everybody may rely on it, so it relies on nobody.',
  },
  journal: {
    may: [],
    why: 'What was said on the wire is data. Mock, checker and proxy all write it, so it knows none of them.',
  },
  scenario: {
    may: ['generated'],
    why: 'A scenario compiles to a timeline, a pure value. Who plays it, and where jobs are kept, is not its business.',
  },
  replay: {
    may: ['journal', 'scenario', 'generated'],
    why: 'It reads a recording and writes a scenario. It neither plays nor judges: what it infers is held against both by others.',
  },
  store: {
    may: ['generated'],
    why: 'A store keeps records. If it knew scenarios or the service, every further store would have to know them too.',
  },
  service: {
    may: ['store', 'scenario', 'journal', 'generated'],
    why: 'Operations are input → { status, headers, body }; HTTP, msw and the command line wrap them from outside.',
  },
  contract: {
    may: ['journal', 'generated'],
    why: 'A judge that shares code with the accused agrees with its bugs: only the spec and the journal are shared.',
  },
  learn: {
    may: ['journal', 'generated', 'contract/index.ts'],
    why: 'What is learnt rests on the wire and the document. If it knew the stand-in, it would learn what that assumes.',
  },
  adapters: {
    may: ['service', 'store', 'scenario', 'replay', 'journal', 'generated', 'contract/index.ts'],
    why: 'Adapters wire the parts to a platform. Of the checker they know its public face only, and of the CLI nothing.',
  },
  cli: {
    may: ['adapters', 'contract', 'learn', 'scenario', 'replay', 'journal', 'generated'],
    why: 'A command parses arguments and prints. What it needs of service and store it gets from an adapter.',
  },
  panel: {
    may: ['generated'],
    why: 'The panel is a client of the control API over HTTP: it runs in a browser, perhaps far from the server.',
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
  to: { path: '^src/', pathNot: [folder, ...may, 'user-error.ts'].map(inSrc) },
}));

/** Each package with one home: [package, the files that may import it, why]. */
const homes = [
  [
    'msw',
    '^src/adapters/((msw|node|browser)\\.ts$|vitest/)',
    'msw is an optional peer: who starts a server need not have it.',
  ],
  ['vitest', '^src/adapters/vitest(\\.ts$|/)', 'vitest is an optional peer: only deckhand/vitest needs it.'],
  [
    'vite',
    '^src/adapters/vite(\\.ts$|/)',
    'vite is an optional peer: only deckhand/vite knows it, as types.',
  ],
  [
    '@playwright/test',
    '^src/adapters/playwright(\\.ts$|/)',
    'Playwright is an optional peer: only deckhand/playwright needs it.',
  ],
  [
    'openapi-fetch',
    '^src/(adapters/remote(\\.ts$|/)|panel/)',
    'Verbs in process need no client; only a stand-in elsewhere is asked over HTTP.',
  ],
  [
    'eventsource-parser',
    '^src/(adapters/remote|panel)/',
    'Only who follows a stand-in over HTTP reads its stream of events.',
  ],
  [
    'jsonpath-rfc9535',
    '^src/learn/overlay/',
    'Only who applies an overlay looks for its targets; everybody else gets the document that results.',
  ],
  ['express', '^src/adapters/', 'Express carries requests; the service must answer without it (msw, tests).'],
  [
    '@mswjs/data',
    '^src/store/',
    'It is one way to keep the directory. Nobody else learns how records are kept.',
  ],
  ['fzstd', '^src/adapters/proxy/', 'Only a proxy meets bodies in zstd; Node 20 cannot unfold them.'],
  [
    'yaml',
    '^src/(scenario|cli)/',
    'Files are parsed where scenarios are read; everything behind works on values.',
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
      comment: 'A new folder in src/ gets a line in the table above first: what may it import, and why?',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: Object.keys(folders).map(inSrc) },
    },
    {
      name: 'entries-imports',
      comment: 'src/index.ts and src/types.ts name what the package offers, from the folders that own it.',
      severity: 'error',
      from: { path: '^src/(index|types)\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['adapters', 'service', 'scenario', 'journal', 'generated', 'user-error.ts'].map(inSrc),
      },
    },
    {
      name: 'entries-are-not-imported',
      comment: 'Entries are for users of the package. Inside, import the file that owns the thing.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/[^/]+\\.ts$', pathNot: inSrc('user-error.ts') },
    },
    {
      name: 'user-error-imports-nothing',
      comment: 'The one class for a mistake of the user is known to everybody, so it knows nobody.',
      severity: 'error',
      from: { path: inSrc('user-error.ts') },
      to: {},
    },
    {
      name: 'panel-imports-types-only',
      comment:
        'Of the generated files the panel needs the types; validators and routes would only weigh its bundle.',
      severity: 'error',
      from: { path: inSrc('panel') },
      to: { path: inSrc('generated'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'src-stands-alone',
      comment: 'What is published cannot rest on what is not: tests, generators, examples, or its own build.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|openapi|bench|examples|docs|dist)/' },
    },
    {
      name: 'no-node-in-the-core',
      comment: 'Everything but adapters, cli and the Valkey store also runs in a browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(adapters|cli)/', '^src/store/valkey'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-node-behind-browser-adapters',
      comment: 'These adapters are loaded by browsers: nothing they reach may need Node either.',
      severity: 'error',
      from: { path: '^src/adapters/(msw|browser)\\.ts$' },
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
        'Mutants and liberties prove the checker: built from the mock, they would repeat its mistakes.',
      severity: 'error',
      from: { path: '^test/(mutants|liberties)/' },
      to: { path: '^src/(service|scenario|adapters)/' },
    },
    {
      name: 'no-dev-dependencies-in-src',
      comment:
        'Users do not install dev dependencies. (msw is one and a peer; the panel is bundled by Vite.)',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/panel/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that package.json does not name is there by luck.',
      severity: 'error',
      from: {},
      // (dependency-cruiser takes `peerDependenciesMeta` for a list of packages it knows nothing about: npm-no-pkg.)
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    {
      name: 'no-unresolvable-imports',
      comment: 'It would be found only at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count: a type is knowledge too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
};
