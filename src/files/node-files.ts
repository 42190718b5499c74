/**
 * Node's modules for files, without an import: `createDeckhand` reads files in Node and also runs in browsers, whose bundlers
 * reject imports of Node modules.
 */
import { UserError } from '../base/user-error.js';

/** Whether this is Node, and not a browser. */
export const hasNodeBuiltins = (): boolean =>
  typeof (globalThis as { readonly process?: NodeJS.Process }).process?.getBuiltinModule === 'function';

/** @throws UserError where there are no files */
export function getNodeBuiltins() {
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  if (typeof process?.getBuiltinModule !== 'function')
    throw new UserError('invalid-option', 'A browser cannot read scenario files from a path.', {
      hint: "Import the text, and pass it: import text from './checkout.yaml?raw'; then { scenarios: { checkout: text } }.",
    });
  return {
    fs: process.getBuiltinModule('node:fs'),
    path: process.getBuiltinModule('node:path'),
    v8: process.getBuiltinModule('node:v8'),
    zlib: process.getBuiltinModule('node:zlib'),
    get currentFolder() {
      return process.cwd();
    },
  };
}
