// @ts-check
// Lint rules of this project only: names of files, named exports, time as an argument, folders, tests that share a process.
import { relative } from 'node:path';

/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule */

/** File and folder names are kebab-case, so that they are the same on case-insensitive file systems. @type {Rule} */
const kebabCase = {
  create: (context) => ({
    Program(node) {
      const segments = relative(context.cwd, context.filename).split(/[\\/]/);
      const wrong = segments.find((segment) => !/^\.?[a-z0-9]+([.-][a-z0-9]+)*$/.test(segment));
      if (wrong) context.report({ node, message: `Name it in kebab-case: ${wrong}` });
    },
  }),
};

/** @type {Rule} */
const noExportAll = {
  create: (context) => ({
    ExportAllDeclaration(node) {
      context.report({ node, message: 'Name what is exported: `export *` hides what an entry promises.' });
    },
  }),
};

/** `new Date()`, `Date()`, `Date.now()` and `performance.now()` read a clock. The option says why not here. @type {Rule} */
const noClock = {
  meta: { schema: [{ type: 'string' }] },
  create(context) {
    const message = /** @type {string} */ (context.options[0]);
    return {
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message });
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
          context.report({ node, message });
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (object.type !== 'Identifier' || property.type !== 'Identifier' || property.name !== 'now') return;
        if (object.name === 'Date' || object.name === 'performance') context.report({ node, message });
      },
    };
  },
};

/** Test files share a process: one that replaces modules, clocks or the network is `*.isolated.test.ts`. @type {Rule} */
const noGlobalMocks = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      if (callee.object.name !== 'vi' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'mock' || callee.property.name === 'useFakeTimers')
        context.report({ node, message: 'A file that replaces modules or clocks is *.isolated.test.ts.' });
    },
    ImportDeclaration(node) {
      if (node.source.value === 'msw/node')
        context.report({ node, message: 'A file that replaces the network is *.isolated.test.ts.' });
    },
  }),
};

/**
 * A test waits for a state or a line of output (`expect.poll`, `vi.waitFor`), never for real time: a busy machine is slower. Code
 * that a test runs in a page has the clock of the page. @type {Rule}
 */
const noRealTime = {
  create(context) {
    const message =
      'Wait for a state: expect.poll or vi.waitFor. Real time passes differently on a busy machine.';
    const isInPage = (/** @type {any} */ node) =>
      context.sourceCode
        .getAncestors(node)
        .some(
          (/** @type {any} */ one) =>
            one.type === 'CallExpression' &&
            /^(?:evaluate|addInitScript)/.test(one.callee.property?.name ?? ''),
        );
    const report = (/** @type {any} */ node) => void (isInPage(node) || context.report({ node, message }));
    return {
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'setTimeout') report(node);
      },
      ImportDeclaration(node) {
        if (
          /^(?:node:)?timers\/promises$/.test(node.source.value) &&
          /setTimeout/.test(context.sourceCode.getText(node))
        )
          report(node);
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (object.type !== 'Identifier' || property.type !== 'Identifier' || property.name !== 'now') return;
        if (object.name === 'Date' || object.name === 'performance') report(node);
      },
    };
  },
};

/** `mkdir` with `recursive` never ends in `/proc` and `/dev/fd`. @type {Rule} */
const noRecursiveMkdir = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? callee.property : callee;
      if (name.type !== 'Identifier' || !/^mkdir(?:Sync)?$/.test(name.name)) return;
      const [, options] = node.arguments;
      // A variable can contain the option, and a number or a string is a mode.
      if (
        options &&
        options.type !== 'Literal' &&
        /recursive|^\w+$/.test(context.sourceCode.getText(options))
      )
        context.report({ node, message: 'Use createParentFolders of src/files/create-folders.ts.' });
    },
  }),
};

export default {
  meta: { name: 'deckhand' },
  rules: {
    'kebab-case': kebabCase,
    'no-export-all': noExportAll,
    'no-clock': noClock,
    'no-global-mocks': noGlobalMocks,
    'no-real-time': noRealTime,
    'no-recursive-mkdir': noRecursiveMkdir,
  },
};
