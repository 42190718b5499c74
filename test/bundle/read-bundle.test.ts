import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { restorePaused } from '../../src/app/restore-paused.js';
import { readBundle } from '../../src/bundle/read-bundle.js';
import { recordingBundle } from '../../src/bundle/recording-bundle.js';
import { standInBundle } from '../../src/bundle/stand-in-bundle.js';
import { playRequest } from '../../src/playback/play-request.js';
import { parseReplay } from '../../src/scenario/replay-file.js';
import { asking, failed, message, poll, start, working } from '../replay/exchanges.js';
import { EPOCH } from '../service/stage.js';

const MANIFEST = {
  format: 'deckhand-bundle',
  version: 1,
  deckhand: '0.1.0',
  source: 'recording',
  written: '2026-01-15T09:30:00.000Z',
  moment: '2026-01-15T09:30:00.000Z',
  workspaces: [],
  job: null,
  texts: false,
  notes: [],
};
const REPLAY = 'format: deckhand-replay\n';
const zip = (files: Readonly<Record<string, unknown>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
      ]),
    ),
  );

it.each([
  ['no zip file', strToU8('{}'), 'x.zip is not a bundle, or is damaged.'],
  ['no manifest', zip({ 'replay.yaml': REPLAY }), 'x.zip is not a bundle, or is damaged.'],
  ['another format', zip({ 'bundle.json': { format: 'x' } }), 'x.zip is not a bundle, or is damaged.'],
  ['another version', zip({ 'bundle.json': { ...MANIFEST, version: 2 } }), 'x.zip has the version 2'],
  ['a damaged manifest', zip({ 'bundle.json': '{"format"' }), 'x.zip: bundle.json is not a bundle'],
  ['a wrong job', zip({ 'bundle.json': { ...MANIFEST, job: { id: 1 } } }), 'x.zip is not a bundle'],
  ['a wrong moment', zip({ 'bundle.json': { ...MANIFEST, moment: 'now' } }), 'x.zip is not a bundle'],
  ['nothing to open', zip({ 'bundle.json': MANIFEST }), 'x.zip is not a bundle'],
  [
    'a snapshot that is not JSON',
    zip({ 'bundle.json': MANIFEST, 'snapshots/a.json': '[' }),
    'x.zip: snapshots/a.json is not a bundle',
  ],
])('a file with %s is refused', (_what, bytes, expected) => {
  expect(() => readBundle(bytes, 'x.zip')).toThrow(expected);
});

it('a file that unpacks to more than 256 MB is refused before it is unpacked', () => {
  const bomb = zipSync({
    'bundle.json': strToU8(JSON.stringify(MANIFEST)),
    'snapshots/a.json': new Uint8Array(300_000_000),
  });
  expect(bomb.length).toBeLessThan(1_000_000);
  const began = process.memoryUsage().arrayBuffers;
  expect(() => readBundle(bomb, 'x.zip')).toThrow('x.zip is not a bundle');
  expect(process.memoryUsage().arrayBuffers - began).toBeLessThan(100_000_000);
});

it('files with other names are ignored, wherever they point', () => {
  const bytes = zip({ 'bundle.json': MANIFEST, 'replay.yaml': REPLAY, '../../etc/passwd': 'x', '/abs': 'x' });
  expect(readBundle(bytes, 'x.zip')).toMatchObject({ snapshots: [], replay: REPLAY, note: '' });
});

it('a bundle of a recording is its replay, without texts', async () => {
  const job = [
    start(0),
    poll(3000, working(2, 900)),
    poll(6000, asking()),
    message(8000),
    poll(9000, failed()),
  ];
  const options = { version: '0.1.0', target: 'a.har', texts: false, note: 'Look', real: EPOCH };
  const { manifest, replay = '', note } = readBundle(await recordingBundle(job, options), 'x.zip');
  expect(manifest).toMatchObject({ source: 'recording', texts: false, job: null });
  expect(note).toBe('Look');
  expect(parseReplay({ file: 'replay.yaml', text: replay }).workspaces[0]?.jobs).toEqual([
    { messages: 1, until: 9000, ended: true },
  ]);
});

it('a bundle of a stand-in opens at exactly its moment, with a paused clock', async () => {
  const deckhand = new Deckhand({ scenario: 'happy-path' });
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  await playRequest(deckhand.service, {
    at: EPOCH,
    method: 'POST',
    path: '/presentations/generate',
    headers,
    body: '{"prompt":"Harbour taxis"}',
    patience: 1000,
  });
  const real = EPOCH + 5000;
  const { bytes } = await standInBundle(deckhand.control, 'ws_dev', { version: '0.1.0', texts: true }, real);
  const { manifest, snapshots } = readBundle(bytes, 'x.zip');
  const opened = new Deckhand();
  for (const snapshot of snapshots) await restorePaused(opened, snapshot);
  const [workspace] = await opened.workspaces();
  expect(workspace?.clock).toMatchObject({ now: manifest.moment, paused: true });
  const jobs = await opened.workspace('ws_dev').jobs();
  expect(jobs.map(({ prompt }) => prompt)).toEqual(['Harbour taxis']);
});

it('a damaged snapshot is refused, and changes nothing', async () => {
  const opened = new Deckhand();
  await expect(restorePaused(opened, {})).rejects.toMatchObject({ name: 'UserError' });
  await expect(restorePaused(opened, { workspace: { id: 'ws_dev' } } as never)).rejects.toMatchObject({
    name: 'UserError',
  });
});
