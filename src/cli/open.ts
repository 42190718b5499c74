/** `deckhand open`: starts a stand-in at the moment of a bundle, with its clocks paused. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import { Deckhand, DEVELOPMENT_KEYS } from '../app/deckhand.js';
import { restorePaused } from '../app/restore-paused.js';
import { printable, printableLine } from '../base/printable.js';
import { UserError } from '../base/user-error.js';
import { readBundle, type Bundle } from '../bundle/read-bundle.js';
import { whyUnread } from '../files/file-trouble.js';
import { shown } from '../files/scenario-files.js';
import { parseReplay } from '../scenario/replay-file.js';
import { startServer } from '../server/server.js';
import { bugText } from '../terminal/bug-text.js';
import { nodeHash } from '../transports/node-hash.js';
import { wholeNumber } from './option-values.js';
import { assigned, withReplayKeys, type LoadedReplay } from './replay-option.js';
import { stopSignal } from './stop-signal.js';

interface OpenFlags {
  readonly port: number;
}

export function command(): Command {
  return new Command('open')
    .description('Start a stand-in at the moment of a bundle, with the clock paused.')
    .argument('<file>', 'a .deckhand.zip file of `deckhand bundle` or of the panel')
    .option('--port <number>', 'the port; 0 selects a free one', wholeNumber(0, 65_535), 4010)
    .addHelpText(
      'after',
      `
A bundle of a stand-in opens with its jobs, its journal and its clock, which is paused: step through it in the panel. A bundle of a
recording opens as a replay: it plays the recording to your app from the start.

Exit codes: 0 stopped by a signal, 2 the file cannot be used or the server could not start.

Example:
  deckhand open ws_dev-20260115-093000.deckhand.zip`,
    )
    .action(open);
}

async function open(file: string, { port }: OpenFlags): Promise<void> {
  const bundle = readBundle(bytesOf(file), shown(file));
  const stop = stopSignal();
  const { deckhand, replay } = await standIn(bundle, basename(file));
  const server = await startServer(deckhand, {
    host: '127.0.0.1',
    port,
    onBug: (error) => process.stderr.write(`deckhand: ${bugText(error)}\n`),
  });
  process.stdout.write(printable(openText(bundle, server.url, replay)));
  await stop;
  await server.close();
}

/** All snapshots are restored, or the server does not start. */
async function standIn(
  { snapshots, replay: text }: Bundle,
  file: string,
): Promise<{ readonly deckhand: Deckhand; readonly replay: LoadedReplay | undefined }> {
  const replay =
    snapshots.length === 0 && text !== undefined ? assigned(parseReplay({ file, text }), file) : undefined;
  const known: readonly string[] = Object.keys(DEVELOPMENT_KEYS);
  const others = snapshots.flatMap(({ workspace }) => {
    const id = workspace?.id;
    return id === undefined || known.includes(id) || id.startsWith('ws_sandbox_') ? [] : [id];
  });
  const keys = Object.fromEntries(others.map((id, index) => [`deckhand-bundle-key-${index + 1}`, id]));
  const deckhand = new Deckhand(
    { keys: replay ? (withReplayKeys(keys, replay) ?? {}) : keys },
    { hash: nodeHash, replays: replay?.timelines },
  );
  for (const snapshot of snapshots) await restorePaused(deckhand, snapshot);
  return { deckhand, replay };
}

function openText({ manifest, note }: Bundle, url: string, replay: LoadedReplay | undefined): string {
  const { moment, job, notes, texts } = manifest;
  const [workspace = 'ws_dev'] = manifest.workspaces;
  const place = job
    ? `#/${encodeURIComponent(job.workspace)}/jobs/${encodeURIComponent(job.id)}`
    : `#/${encodeURIComponent(workspace)}`;
  const lines = [
    replay
      ? `A replay of a recording: ${printableLine(replay.title)}. Its first request starts it.`
      : `The stand-in at ${moment}. The clock is paused.`,
    ...(texts === true ? [] : ['Texts are placeholders.']),
    ...(note === '' ? [] : ['', ...note.split(/\r?\n/).map((line) => `  ${printableLine(line)}`)]),
    ...(notes.length === 0 ? [] : ['', ...notes.map((each) => `note: ${printableLine(String(each))}`)]),
    '',
    `Keys   ${[...Object.values(DEVELOPMENT_KEYS), ...Object.keys(replay?.keys ?? {})].join(', ')}`,
    `Panel  ${pc.cyan(`${url}/_deckhand/${place}`)}`,
    `API    ${pc.cyan(`${url}/api/v1`)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new UserError('bad-option', `Cannot read ${shown(file)}.`, { hint: whyUnread(cause), cause });
  }
}
