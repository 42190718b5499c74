import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command } from '../../src/cli/record.js';
import { UserError } from '../../src/base/user-error.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder, occupyPort } from './temp-files.js';

const good = 'http://127.0.0.1:9/api/v1';

test.each([
  [['not a URL'], 'The base URL is not an HTTP URL.'],
  [['http://user:pw@x.example/api/v1'], 'The base URL has more than an origin and a path.'],
  [['http://127.0.0.1:4020/api/v1'], 'The upstream http://127.0.0.1:4020 is this proxy itself.'],
  [[good, '--ca', 'package.json'], 'package.json cannot be read as certificates.'],
  [[good, '--port', '0', '--har', '/nowhere/at/all.har'], '/nowhere/at/all.har cannot be written.'],
  [
    [good, '--port', '0', '--har', '-', '--report', 'json'],
    'Both the recording and the report json would be written to standard output.',
  ],
])('%j is a usage error: %s', async (args, message) => {
  const { error } = await runInProcess(command(), args);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).summary).toBe(message);
});

test('the file of the last run is not overwritten if it exists, or if the port is in use', async () => {
  const port = await occupyPort();
  const har = join(createTempFolder({ 'old.har': 'precious' }), 'old.har');
  const exists = await runInProcess(command(), [good, '--port', '0', '--har', har]);
  expect(exists.errorText).toBe(`${har} already exists.\n  Choose another name, or overwrite with --force.`);
  const { error } = await runInProcess(command(), [good, '--port', port, '--har', har, '--force']);
  expect((error as UserError).summary).toBe(`Port ${port} on 127.0.0.1 is in use.`);
  expect(readFileSync(har, 'utf8')).toBe('precious');
});
