/** What the judge says about the ten stories, by the tool that recorded them. docs/record.md names the tools. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Judge } from '../../src/contract/index.js';
import { readHarFiles } from '../../src/proxy/recording/har-source.js';

const POLLS = 'client/never-polls-in-a-tight-loop';
const ENDS = 'client/stops-when-completed';
const JSON_BODIES = 'wire/success-bodies-are-json';
const ALL = [POLLS, ENDS, JSON_BODIES];

/** The broken rules. */
export const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'deckhand-record': ALL,
  'playwright-full': ALL,
  'playwright-minimal': ALL,
  'playwright-zip': ALL,
  'playwright-attach': ALL,
  mitmproxy: ALL,
  'mitmproxy-forward': ALL,
  // The body that is not JSON can have lost bytes, so it is a warning.
  'chromium-cdp': [POLLS, ENDS],
  // Without bodies, nobody sees that a job has ended.
  'playwright-omit': [POLLS],
};

/** The recording of a tool in a folder; undefined if there is none. */
export function recordingIn(folder: string, name: string): string | undefined {
  return [`${name}.har.gz`, `${name}.har`, `${name}.zip`, `attach/${name}.har`]
    .map((file) => join(folder, file))
    .find((file) => existsSync(file));
}

/** The rules that a recording breaks, sorted. */
export async function brokenRulesIn(file: string): Promise<readonly string[]> {
  const judge = new Judge();
  for (const exchange of (await readHarFiles([file])).exchanges) judge.add(exchange);
  const { rules } = judge.report({ tool: { name: 'test', version: '0' }, target: file, notes: [] });
  return rules.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : [])).sort();
}
