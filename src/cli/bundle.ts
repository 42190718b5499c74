/** `deckhand bundle`: writes one file with everything that a colleague needs to see what you see. */
import { basename } from 'node:path';
import { Command } from 'commander';
import { refusalOf, unreachable } from '../app/remote/refusal.js';
import { counted } from '../base/counted.js';
import { UserError } from '../base/user-error.js';
import { requireNew, writeNew } from '../files/new-file.js';
import { shown } from '../files/scenario-files.js';
import { controlPath } from '../generated/control-routes.js';
import type { Exchange } from '../journal/exchange.js';
import { readHarFiles } from '../recording/har-source.js';
import { printable } from '../base/printable.js';
import { harNotes } from './har-notes.js';
import { withRedact } from './option-values.js';
import { version } from './version.js';

interface BundleFlags {
  readonly workspace: string;
  readonly job?: string;
  readonly texts?: boolean;
  readonly note?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly controlToken?: string;
}

export function command(): Command {
  return withRedact(
    new Command('bundle')
      .description(
        'Write one .deckhand.zip file of a running stand-in or of a recording: recording, snapshot, replay, report and a note.',
      )
      .argument('[source]', 'the address of a stand-in, or a HAR file', 'http://127.0.0.1:4010')
      .option('--workspace <id>', 'the workspace of the stand-in', 'ws_dev')
      .option('--job <id>', 'the job that the bundle is about (default: the newest one)')
      .option('--texts', 'keep prompts, titles, questions and slides instead of placeholders')
      .option('--note <text>', 'a note for the reader, as Markdown')
      .option('-o, --out <file>', 'the file to write (default: a name with workspace and time)')
      .option('--force', 'overwrite an existing file')
      .option('--control-token <token>', 'the control token of the stand-in (env: DECKHAND_CONTROL_TOKEN)')
      .addHelpText(
        'after',
        `
The file has no API keys. \`deckhand open FILE\` starts a stand-in at the moment of the bundle. \`deckhand judge\` and
\`deckhand diff\` read it as a recording.

Exit codes: 0 the file is written, 2 the source cannot be read or the file cannot be written.

Examples:
  deckhand bundle --note "The second question never appears"
  deckhand bundle staging.har -o monday.deckhand.zip`,
      )
      .action(bundle),
  );
}

async function bundle(source: string, flags: BundleFlags): Promise<void> {
  if (flags.out !== undefined) requireNew([flags.out], flags);
  const { name, bytes } = /^https?:\/\//i.test(source)
    ? await ofStandIn(source, flags)
    : await ofRecording(source, flags);
  const file = flags.out ?? name;
  writeNew(file, bytes, { force: flags.force, mode: 0o600 });
  process.stdout.write(
    `${shown(file)}, ${counted(Math.ceil(bytes.length / 1000), 'kB', 'kB')}${flags.texts ? ', with texts' : ''}. Open it with: deckhand open ${shown(file)}\n`,
  );
}

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function ofStandIn(address: string, flags: BundleFlags): Promise<Named> {
  const { workspace, job, texts, note } = flags;
  const token = flags.controlToken ?? process.env['DECKHAND_CONTROL_TOKEN'];
  const query = new URLSearchParams({
    ...(job !== undefined && { job }),
    ...(texts && { texts: 'true' }),
    ...(note !== undefined && { note }),
  });
  const base = address.replace(/\/+$/, '');
  const url = `${base}${controlPath}/workspaces/${encodeURIComponent(workspace)}/bundle?${query}`;
  const response = await fetch(url, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(60_000),
  }).catch((error: unknown) => {
    throw unreachable(base, error);
  });
  if (!response.ok) throw refusalOf(base, response, await response.json().catch(() => undefined));
  if (response.headers.get('content-type') !== 'application/zip')
    throw new UserError('bad-option', `${base} is not a stand-in of Deckhand.`, {
      hint: 'Give the address that deckhand serve prints.',
    });
  const [, name = ''] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name: name || `${workspace}.deckhand.zip`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function ofRecording(file: string, { texts = false, note = '' }: BundleFlags): Promise<Named> {
  const traffic = readHarFiles([file]);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  for (const line of harNotes(traffic)) process.stderr.write(`deckhand: ${printable(line)}\n`);
  if (exchanges.length === 0)
    throw new UserError('bad-har', `${shown(file)} has no request to the service.`, {
      hint: 'Requests to the service have /api/v1 in their URL.',
    });
  const { recordingBundle } = await import('../bundle/recording-bundle.js');
  const target = basename(file);
  const bytes = await recordingBundle(exchanges, {
    version: version(),
    target,
    texts,
    note,
    real: Date.now(),
  });
  return { name: `${target.replace(/(?:\.har|\.zip|\.gz)+$/i, '')}.deckhand.zip`, bytes };
}
