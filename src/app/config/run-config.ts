/** Runs a configuration file, in TypeScript or JavaScript, and returns its default export. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Jiti from 'jiti';
import { UserError, type FilePosition } from '../../base/user-error.js';
import { shown } from '../../files/scenario-files.js';
import { defineConfig } from './config.js';

/**
 * Synchronous, because options of test runners are. The file cannot use `await` at its top level.
 * @throws UserError with the position of a mistake
 */
export function runConfig(file: string): unknown {
  // Loaded here, because most projects have no such file.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti;
  const run = createJiti(file, {
    fsCache: false,
    moduleCache: false,
    // So that the file can import it when Deckhand is not installed beside it, as with npx.
    virtualModules: { 'deckhand/config': { defineConfig } },
  });
  let module: unknown;
  try {
    module = run(file);
  } catch (cause) {
    throw failure(file, cause);
  }
  const value: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof value === 'object' && value !== null && !(value instanceof Promise) && !isEmptyModule(module))
    return value;
  throw new UserError('bad-config', 'The configuration is not an object.', {
    position: { file: shown(file), line: 1, column: 1 },
    hint: 'Write: export default defineConfig({ scenario: "slow-progress" })',
  });
}

/** An ES module without a default export. */
function isEmptyModule(module: unknown): boolean {
  return typeof module === 'object' && module !== null && '__esModule' in module && !('default' in module);
}

function failure(file: string, cause: unknown): UserError {
  const { message = String(cause), stack = '' } = cause as Partial<Error>;
  // The message of a parser ends with the position.
  const text = message
    .replace(/^ParseError: /, '')
    .split('\n')[0]
    ?.trim();
  const isAwait = /^await is only valid/.test(message);
  return new UserError(
    'bad-config',
    isAwait ? 'The configuration uses await at its top level.' : `${text}.`.replace(/\.\.$/, '.'),
    {
      position: positionIn(file, `${message}\n${stack}`) ?? { file: shown(file), line: 1, column: 1 },
      ...(isAwait && { hint: 'Test runners read it without waiting. Use functions such as readFileSync.' }),
      cause,
    },
  );
}

/** The first `file:line:column` in a text, for this file. */
function positionIn(file: string, text: string): FilePosition | undefined {
  // The parser counts columns from 0.
  const isParser = text.startsWith('ParseError');
  const at = text.indexOf(`${file}:`);
  const [, line, column = '1'] = /^:(\d+)(?::(\d+))?/.exec(text.slice(at + file.length)) ?? [];
  return at < 0 || line === undefined
    ? undefined
    : { file: shown(file), line: Number(line), column: Number(column) + (isParser ? 1 : 0) };
}

/** Where a file sets a value; its start if that is unclear. */
export function positionOf(file: string, name: string): FilePosition {
  const lines = readFileSync(file, 'utf8').split('\n');
  const named = new RegExp(`(?<![\\w.])["']?${name.replaceAll(/\W/g, '\\$&')}["']?\\s*[:,(}]`);
  const line = lines.findIndex((text) => named.test(text));
  const column = lines[line]?.search(named) ?? 0;
  return { file: shown(file), line: Math.max(line, 0) + 1, column: column + 1 };
}
