/**
 * Ten clients in Chromium, some with a bug, each recorded with each tool that docs/record.md names. The judge reports the same for
 * every recording; findings about the polls fail only if the tool recorded the pages.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Judge } from '../../src/judge/index.js';
import { readHarFiles } from '../../src/proxy/recording/read-har-files.js';

const POLLS = 'client/no-tight-polling-loop';
const ENDS = 'client/stops-polling-when-completed';
const BODY = 'response/success-body-is-json';
const ALL = [POLLS, ENDS, BODY];

it.each([
  ['playwright-full.har.gz', ALL],
  ['playwright-zip.zip', ALL],
  // Without pages, several tabs of the browser may have sent the polls.
  ['deckhand-record.har.gz', [BODY]],
  ['playwright-minimal.har.gz', [BODY]],
  ['mitmproxy.har.gz', [BODY]],
  ['mitmproxy-forward.har.gz', [BODY]],
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
  expect(rules.find(({ id }) => id === POLLS)?.outcome).toBe(failed.includes(POLLS) ? 'fail' : 'info');
});
