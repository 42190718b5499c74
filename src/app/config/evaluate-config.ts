/** Runs a configuration file, in TypeScript or JavaScript, and returns its default export. */
import { createRequire } from 'node:module';
import type * as Jiti from 'jiti';
import { UserError, type FilePosition } from '../../base/user-error.js';
import { relativePath } from '../../files/list-scenario-files.js';
import { defineConfig } from './config.js';

/**
 * Synchronous, because options of test runners are. The file cannot use `await` at its top level.
 * @throws UserError with the position of an error
 */
export function evaluateConfig(file: string): unknown {
  // Loaded here, because most projects have no such file.
  const { createJiti } = createRequire(import.meta.url)('jiti') as typeof Jiti;
  const run = createJiti(file, {
    fsCache: false,
    moduleCache: false,
    // So that the file can import it when Deckhand is not installed in the project, as with npx.
    virtualModules: { 'deckhand/config': { defineConfig } },
  });
  let module: unknown;
  try {
    module = run(file);
  } catch (cause) {
    throw toConfigError(file, cause);
  }
  const value: unknown =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
  if (typeof value === 'object' && value !== null && !(value instanceof Promise) && !isEmptyModule(module))
    return value;
  throw new UserError('invalid-config', 'The configuration is not an object.', {
    position: { file: relativePath(file), line: 1, column: 1 },
    hint: 'Write: export default defineConfig({ scenario: "slow-progress" })',
  });
}

/** An ES module without a default export. */
function isEmptyModule(module: unknown): boolean {
  return typeof module === 'object' && module !== null && '__esModule' in module && !('default' in module);
}

function toConfigError(file: string, cause: unknown): UserError {
  const { message = String(cause), stack = '' } = cause as Partial<Error>;
  // The message of a parser ends with the position.
  const text = message
    .replace(/^ParseError: /, '')
    .split('\n')[0]
    ?.trim();
  const isAwait = /^await is only valid/.test(message);
  return new UserError(
    'invalid-config',
    isAwait ? 'The configuration uses await at its top level.' : `${text}.`.replace(/\.\.$/, '.'),
    {
      position: findStackPosition(file, `${message}\n${stack}`) ?? {
        file: relativePath(file),
        line: 1,
        column: 1,
      },
      ...(isAwait && { hint: 'Test runners read it synchronously. Use functions such as readFileSync.' }),
      cause,
    },
  );
}

/** The first `file:line:column` in a text, for this file. */
function findStackPosition(file: string, text: string): FilePosition | undefined {
  // The parser counts columns from 0.
  const isParser = text.startsWith('ParseError');
  const at = text.indexOf(`${file}:`);
  const [, line, column = '1'] = /^:(\d+)(?::(\d+))?/.exec(text.slice(at + file.length)) ?? [];
  return at < 0 || line === undefined
    ? undefined
    : { file: relativePath(file), line: Number(line), column: Number(column) + (isParser ? 1 : 0) };
}
