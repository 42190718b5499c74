/** Errors of `deckhand wall` before it listens. */
import { expect, it } from 'vitest';
import { command } from '../../src/cli/wall.js';
import { runInProcess } from './run-in-process.js';

it.each([
  [['app.example'], '"app.example" is not an HTTP URL.'],
  [['http://app.example'], '--allow-app-host app.example'],
  [['http://app.invalid', '--allow-app-host', 'app.invalid'], 'No app responds at http://app.invalid'],
])('%j is a usage error', async (args, message) => {
  const { errorText, stdout } = await runInProcess(command(), args);
  expect(errorText).toContain(message);
  expect(stdout).toBe('');
});
