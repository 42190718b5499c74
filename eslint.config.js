// @ts-check
// What the type checker cannot see: promises nobody awaits, switches that forget a case, and the rules of this
// project's core (time and seed are arguments). Formatting is Prettier's, imports between folders dependency-cruiser's.
import { relative } from 'node:path';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noExportAll = {
  selector: 'ExportAllDeclaration',
  message: 'Name what is exported: `export *` hides what an entry promises.',
};

const core = ['service', 'scenario', 'replay', 'store', 'journal', 'contract', 'learn', 'generated'];
const clock =
  'Time is an argument here (`now`): a view is computed when somebody asks, and tests set the clock.';
const seed = 'Chance is an argument here (the seed): the same seed replays the same run.';
const platform = 'This code also runs in browsers: what only Node has belongs in src/adapters or src/cli.';
const realTime =
  'A test that fakes timers must not stop the stand-in: src/adapters/real-time.ts has the real ones.';
const output = 'This code returns what it has to say; src/cli prints it.';

/**
 * File and folder names are kebab-case, so that one guess finds a file on every file system.
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
    // The one store that talks to a network.
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
    files: ['src/adapters/**'],
    ignores: ['src/adapters/real-time.ts'],
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
    // Node's runner waits for its tests itself.
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
    // A test reads JSON off the wire; what it then expects is the check.
    files: ['test/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // Config files and package tests: plain JS, no types to be aware of.
  {
    files: ['test/**/*.test.ts'],
    ignores: ['**/*.alone.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noExportAll,
        {
          selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|useFakeTimers)$/]',
          message:
            'Files run one after the other in a process: what replaces modules or clocks is *.alone.test.ts.',
        },
        {
          selector: 'ImportDeclaration[source.value="msw/node"]',
          message:
            'Files run one after the other in a process: what replaces the network is *.alone.test.ts.',
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
        { name: 'fast-check', message: 'Import test/fast-check.ts: it draws the same cases in every run.' },
      ],
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
