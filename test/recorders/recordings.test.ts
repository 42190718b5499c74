/**
 * Ten clients in Chromium, some with a bug, each recorded with each tool that docs/record.md names. The judge reports the same for
 * every recording.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Judge } from '../../src/judge/index.js';
import { readHarFiles } from '../../src/proxy/recording/read-har-files.js';

const POLLS = 'client/no-tight-polling-loop';
const ENDS = 'client/stops-polling-when-completed';
const ALL = [POLLS, ENDS, 'response/success-body-is-json'];

it.each([
  ['deckhand-record.har.gz', ALL],
  ['playwright-full.har.gz', ALL],
  ['playwright-minimal.har.gz', ALL],
  ['playwright-zip.zip', ALL],
  ['mitmproxy.har.gz', ALL],
  ['mitmproxy-forward.har.gz', ALL],
  // The body that is not JSON can have lost bytes, so it is a warning.
  ['chromium-cdp.har.gz', [POLLS, ENDS]],
  // Without bodies, the end of a job is unknown.
  ['playwright-omit.har.gz', [POLLS]],
])('the rules that fail for the recording %s', async (name, failed) => {
  const file = join(import.meta.dirname, 'recordings', name);
  const judge = new Judge();
  for (const exchange of (await readHarFiles([file])).exchanges) judge.add(exchange);
  const { rules } = judge.report({ tool: { name: 'test', version: '0' }, target: file, notes: [] });
  expect(rules.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : [])).toSorted()).toEqual(
    failed.toSorted(),
  );
});
