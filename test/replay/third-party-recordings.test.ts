/** Replays the stored recordings of other tools at their recorded rate. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { decodeBase64 } from '../../src/journal/body.js';
import type { AnyCall } from '../../src/judge/model/call.js';

const FOLDER = join(import.meta.dirname, '../recorders/recordings');
const files = readdirSync(FOLDER);

/** What a client of a fetch handler receives for a recorded call. A truncated body fails when it is read. */
function recordedOutcome({ isSuccess, exchange: { response, failure } }: AnyCall): string {
  if (!response || (failure !== undefined && failure !== 'truncated' && failure !== 'gateway'))
    return 'no response';
  if (failure === 'truncated') return `${response.status} broken`;
  const { text = '', encoding, truncated = false } = response.body ?? {};
  if (isSuccess && truncated) return 'not recorded';
  const bytes = encoding === 'base64' ? decodeBase64(text) : undefined;
  return `${response.status} ${bytes ? new TextDecoder().decode(bytes) : text}`;
}

async function played(file: string): Promise<{ readonly got: string[]; readonly expected: string[] }> {
  const deckhand = createDeckhand({ replay: file });
  const { clock } = deckhand.workspace('ws_dev');
  clock.pause();
  const [recorded] = deckhand.replay?.recording.workspaces ?? [];
  let now = recorded?.startsAt ?? 0;
  const got: string[] = [];
  for (const { exchange } of recorded?.calls ?? []) {
    clock.advance(Math.max(0, Math.round(exchange.startedAt - now)));
    now = Math.max(now, exchange.startedAt);
    const { method, url, body } = exchange.request;
    const path = url.replace(/^.*?\/api\/v1/, '/api/v1');
    try {
      const response = await deckhand.fetch(`http://127.0.0.1:4010${path}`, {
        method,
        headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
        body: body?.text ?? null,
        signal: AbortSignal.timeout(300),
      });
      const text = await response.text().catch(() => 'broken');
      got.push(text.includes('"not_recorded"') ? 'not recorded' : `${response.status} ${text}`);
    } catch {
      got.push('no response');
    }
  }
  return { got, expected: (recorded?.calls ?? []).map(recordedOutcome) };
}

describe('a stored recording', () => {
  it.each(files.filter((file) => !file.includes('omit')))('%s is replayed unchanged', async (file) => {
    const { got, expected } = await played(join(FOLDER, file));
    expect(got.length).toBeGreaterThan(50);
    expect(got.map(withoutHost)).toEqual(expected.map(withoutHost));
  });

  it.each(files.filter((file) => file.includes('omit')))(
    '%s has no bodies, and its replay has none',
    async (file) => {
      const { got } = await played(join(FOLDER, file));
      expect(got.filter((text) => text.startsWith('200 {') || text.startsWith('202 {'))).toEqual([]);
      expect(got).toContain('not recorded');
    },
  );
});

/** Replaces the hosts of URLs. */
const withoutHost = (text: string): string =>
  text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://this-server');
