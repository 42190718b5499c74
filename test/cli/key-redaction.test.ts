/** Output of `judge` and `scenario from-har` never contains recorded secrets. */
import { expect, test } from 'vitest';
import { reporters } from '../../src/judge/index.js';
import { command as judge } from '../../src/cli/judge.js';
import { command as scenario } from '../../src/cli/scenario.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, start } from '../judge/build-journal.js';
import { runInProcess } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

const KEY = 'Team-Key/9f8e7d6c+5b4a=3';
const NAMED = 'n4med-s3cret';

const failed = poll({ status: 'failed', error: `No workspace has ${KEY}.`, password: NAMED });
const generating = poll({ status: 'generating', progress: { current_step: `With ${KEY}`, token: NAMED } });
/** A failed job goes on, which is a violation. */
const exchanges = journal(start, generating, failed, generating);
const har = JSON.stringify(toHar(exchanges, { name: 'A browser', version: '1' })).replaceAll(
  '[redacted key]',
  KEY,
);

test('the recording has both', () => {
  expect(har.split(KEY).length + har.split(NAMED).length).toBeGreaterThan(8);
});

test.each(Object.keys(reporters))('a report as %s has neither a key nor a redacted field', async (format) => {
  const folder = createTempFolder({ 'a.har': har });
  const { stdout, stderr, code } = await runInProcess(judge(), [`${folder}/a.har`, '--report', format]);
  expect(code).toBe(1);
  expect(stdout.length).toBeGreaterThan(100);
  for (const secret of [KEY, encodeURIComponent(KEY), NAMED]) expect(stdout + stderr).not.toContain(secret);
});

test('a scenario has neither', async () => {
  const folder = createTempFolder({ 'a.har': har });
  const { stdout, stderr, errorText } = await runInProcess(scenario(), ['from-har', `${folder}/a.har`]);
  expect([errorText, stdout]).toEqual(['', expect.stringMatching(/error: .*\[redacted [\da-f]{8}\]/)]);
  for (const secret of [KEY, NAMED]) expect(stdout + stderr).not.toContain(secret);
});
