/** What `deckhand wall` refuses before it listens. */
import { expect, it } from 'vitest';
import { command } from '../../src/cli/wall.js';
import { runInProcess } from './run-in-process.js';

it.each([
  [['app.example'], '"app.example" is not the address of an app.'],
  [['http://app.example'], '--allow-target app.example'],
  [['http://app.invalid', '--allow-target', 'app.invalid'], 'No app responds at http://app.invalid'],
  [['http://127.0.0.1:1', '--scenarios', 'happy-path,instant'], '--only happy-path,instant'],
])('%j is a mistake of the user', async (args, message) => {
  const { complaint, stdout } = await runInProcess(command(), args);
  expect(complaint).toContain(message);
  expect(stdout).toBe('');
});
