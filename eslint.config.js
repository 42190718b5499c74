// @ts-check
// Rules that the type checker does not have: floating promises, incomplete switches, and the rules of this project's core
// (time and seed are arguments). Prettier formats, and dependency-cruiser checks imports between folders.
import { relative } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noExportAll = {
  selector: 'ExportAllDeclaration',
  message: 'Name what is exported: `export *` hides what an entry promises.',
};

const core = ['service', 'scenario', 'replay', 'store', 'journal', 'contract', 'learn', 'generated'];
const outer = [
  'transports',
  'app',
  'pages',
  'files',
  'server',
  'target',
  'playback',
  'recording',
  'integrations',
];
const clock = 'Time is an argument here (`now`): views are computed on demand, and tests set the clock.';
const seed = 'Randomness comes from the seed, which is an argument here: the same seed repeats the same run.';
const platform =
  'This code also runs in browsers. Code that needs Node belongs in an outer folder (src/server, src/cli, …).';
const realTime =
  'A test that fakes timers must not stop the stand-in. Import the real timers from src/base/real-time.ts.';
const output = 'This code returns its messages. Only src/cli prints.';

/**
 * File and folder names are kebab-case, so that they are the same on case-insensitive file systems.
 * @type {import('eslint').Rule.RuleModule}
 */
const kebabCase = {
  create: (context) => ({
    Program(node) {
      const segments = relative(context.cwd, context.filename).split(/[\\/]/);
      const wrong = segments.find((segment) => !/^\.?[a-z0-9]+([.-][a-z0-9]+)*$/.test(segment));
      if (wrong) context.report({ node, message: `Name it in kebab-case: ${wrong}` });
    },
  }),
};

export default defineConfig(
  globalIgnores(['**/dist/', 'coverage/', 'src/generated/']),
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { deckhand: { rules: { 'kebab-case': kebabCase } } },
    rules: {
      'deckhand/kebab-case': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', noExportAll],
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // The Store interface is asynchronous, the memory store has nothing to await.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**', 'test/**'],
    rules: { 'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: core.map((folder) => `src/${folder}/**`),
    // The only store that uses a network.
    ignores: ['src/store/valkey*'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noExportAll,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: clock },
        { selector: 'CallExpression[callee.name="Date"]', message: clock },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: clock },
        { object: 'performance', property: 'now', message: clock },
        { object: 'Math', property: 'random', message: seed },
        { object: 'crypto', property: 'randomUUID', message: seed },
        { object: 'crypto', property: 'getRandomValues', message: seed },
      ],
      'no-restricted-globals': [
        'error',
        {
          checkGlobalObject: true,
          globals: [
            { name: 'setTimeout', message: clock },
            { name: 'setInterval', message: clock },
            { name: 'setImmediate', message: clock },
            { name: 'process', message: platform },
            { name: 'Buffer', message: platform },
            { name: 'console', message: output },
          ],
        },
      ],
    },
  },
  {
    files: outer.map((folder) => `src/${folder}/**`),
    rules: {
      'no-restricted-syntax': [
        'error',
        noExportAll,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: realTime },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: realTime },
        { object: 'performance', property: 'now', message: realTime },
      ],
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'].map((name) => ({
          name,
          message: realTime,
        })),
      ],
    },
  },
  {
    // Node's test runner awaits its tests itself.
    files: ['examples/node-test/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  { files: ['examples/**/*.tsx'], extends: [reactHooks.configs.flat.recommended] },
  {
    // Tests read JSON without types. Their expectations check it.
    files: ['test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.test.ts'],
    ignores: ['**/*.alone.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noExportAll,
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|useFakeTimers)$/]',
          message: 'Test files share a process: a file that replaces modules or clocks is *.alone.test.ts.',
        },
        {
          selector: 'ImportDeclaration[source.value="msw/node"]',
          message: 'Test files share a process: a file that replaces the network is *.alone.test.ts.',
        },
      ],
    },
  },
  {
    files: ['test/**'],
    ignores: ['test/fast-check.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import test/fast-check.ts, which uses the same cases in every run.' },
      ],
    },
  },
  // Config files and package tests are plain JS without type information.
  {
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
