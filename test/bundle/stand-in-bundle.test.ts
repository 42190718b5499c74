import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { standInBundle } from '../../src/bundle/stand-in-bundle.js';
import type { Snapshot } from '../../src/generated/control-api.js';
import { runVerb } from '../../src/service/control/run.js';
import { fromHar } from '../../src/journal/har.js';
import { EPOCH } from '../service/stage.js';

const KEY = 'deckhand-dev-key';
/** Texts of a user, in every place that can hold one. */
const TEXTS = [
  'harbour-secret',
  'adler-secret',
  'question-secret',
  'oops-secret',
  'title-secret',
  'slide-secret',
];

async function stoodIn() {
  const deckhand = createDeckhand({
    scenarios: {
      asks: {
        title: 'Asks',
        steps: [
          { work: { for: '1s', current_step: 'slide-secret {slide}', slides: '0..2' } },
          { ask: { message: 'question-secret' } },
          {
            complete: {
              title: 'title-secret',
              sections: [{ title: 'slide-secret', bullets: ['slide-secret'] }],
            },
          },
        ],
        faults: [{ on: 'listTemplates', answer: { status: 503, body: { error: 'oops-secret' } } }],
      },
    },
    scenario: 'asks' as never,
  });
  const send = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    deckhand.fetch(`http://127.0.0.1:4010/api/v1${path}`, {
      method,
      headers: {
        'x-api-key': KEY,
        'content-type': 'application/json',
        referer: 'https://app/harbour-secret',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const started = await send('/presentations/generate', { prompt: 'harbour-secret' });
  const { generation_id: id } = (await started.json()) as { generation_id: string };
  const workspace = deckhand.workspace('ws_dev');
  workspace.clock.pause();
  workspace.clock.advance('2s');
  await send(`/presentations/generate/${id}/status`);
  await send(`/presentations/generate/${id}/message`, { message: 'adler-secret' });
  await send('/templates');
  await send(`/presentations/generate/${id}/status`);
  return { deckhand, id };
}

const unzipped = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]));

describe('a bundle of a workspace', () => {
  it('has the manifest, the recording, the snapshot, the report and the note', async () => {
    const { deckhand, id } = await stoodIn();
    const { name, bytes } = await standInBundle(
      deckhand.control,
      'ws_dev',
      { version: '1.2.3', note: 'Look.' },
      EPOCH,
    );
    expect(name).toMatch(/^ws_dev-\d{8}-\d{6}\.deckhand\.zip$/);
    const files = unzipped(bytes);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'bundle.json',
        'note.md',
        'recording.har',
        'report.json',
        'report.txt',
        'snapshots/ws_dev.json',
      ]),
    );
    expect(JSON.parse(files['bundle.json']!)).toMatchObject({
      format: 'deckhand-bundle',
      version: 1,
      deckhand: '1.2.3',
      source: 'stand-in',
      workspaces: ['ws_dev'],
      job: { workspace: 'ws_dev', id },
      texts: false,
    });
    expect(files['note.md']).toBe('Look.');
    expect(fromHar(JSON.parse(files['recording.har']!)).exchanges).toHaveLength(5);
    expect(files['report.txt']).toContain('5 requests, 1 job');
  });

  it('has no keys, and no texts of users', async () => {
    const { deckhand } = await stoodIn();
    const { bytes } = await standInBundle(deckhand.control, 'ws_dev', { version: '1' }, EPOCH);
    for (const [name, text] of Object.entries(unzipped(bytes)))
      for (const secret of [KEY, ...TEXTS]) expect(text, name).not.toContain(secret);
  });

  it('has the texts on request, and still no keys', async () => {
    const { deckhand } = await stoodIn();
    const { bytes } = await standInBundle(deckhand.control, 'ws_dev', { version: '1', texts: true }, EPOCH);
    const all = Object.values(unzipped(bytes)).join('\n');
    for (const text of TEXTS) expect(all).toContain(text);
    expect(all).not.toContain(KEY);
  });

  it('has a snapshot that another stand-in restores, with the same times and figures', async () => {
    const { deckhand, id } = await stoodIn();
    const { bytes } = await standInBundle(deckhand.control, 'ws_dev', { version: '1' }, EPOCH);
    const snapshot = JSON.parse(unzipped(bytes)['snapshots/ws_dev.json']!) as Snapshot;
    const other = createDeckhand();
    const call = { params: { workspace: 'ws_dev' }, query: {}, real: EPOCH };
    await runVerb(other.control, 'restoreSnapshot', { ...call, body: snapshot });
    const [before] = await deckhand.workspace('ws_dev').jobs();
    const [after] = await other.workspace('ws_dev').jobs();
    expect(after?.view).toMatchObject({ generation_id: id, status: before?.view.status });
  });

  it('is about the newest job, or about the one that is named', async () => {
    const { deckhand } = await stoodIn();
    await expect(
      standInBundle(deckhand.control, 'ws_dev', { version: '1', job: 'gen_none' }, EPOCH),
    ).rejects.toThrow(/job gen_none/);
    await expect(standInBundle(deckhand.control, 'ws_none', { version: '1' }, EPOCH)).rejects.toThrow(
      /ws_none/,
    );
  });
});
