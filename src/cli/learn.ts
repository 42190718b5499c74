/** `deckhand learn`: what recorded traffic shows of the places that the interface leaves open. */
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { readHarFiles } from '../adapters/har-source.js';
import { printable } from '../adapters/printable.js';
import { servicesOf } from '../learn/fold/services.js';
import { learntOf, type Learnt } from '../learn/learnt.js';
import { writeOverlay } from '../learn/overlay/write.js';
import { learntText } from '../learn/report/text.js';
import { whyUnwritten } from '../adapters/file-trouble.js';
import { UserError } from '../user-error.js';
import { harNotes } from './har-notes.js';
import { baseAddress } from './verify-values.js';
import { version } from './version.js';

interface LearnOptions {
  readonly overlay?: string;
  readonly baseUrl?: string;
  readonly json?: boolean;
}

export function command(): Command {
  return new Command('learn')
    .description('Learn from recorded traffic what a service does where its interface is silent.')
    .argument('<file.har...>', 'recordings: of Deckhand, a browser, a proxy')
    .option('-o, --overlay <file>', 'write it as an OpenAPI Overlay, for serve and verify')
    .option(
      '--base-url <address>',
      'the one service to learn from; ends in /api/v1 (default: each by itself)',
    )
    .option('--json', 'print what was learnt as JSON')
    .addHelpText('after', '\nExit codes: 0 something was learnt, 2 nothing could be.\n')
    .action(learn);
}

async function learn(files: readonly string[], options: LearnOptions): Promise<void> {
  const baseUrl = options.baseUrl === undefined ? undefined : baseAddress(options.baseUrl);
  const services = servicesOf(baseUrl);
  const traffic = readHarFiles(files, baseUrl === undefined ? {} : { baseUrl });
  for await (const batch of traffic.batches()) for (const exchange of batch) services.add(exchange);
  for (const line of harNotes(traffic)) warn(line);
  const learnt = [...services.finish()].map(([service, learner]) => learntOf(learner, service));
  const some = learnt.filter(({ places }) => places.length > 0);
  if (some.length === 0)
    throw new UserError('bad-input', nothing(baseUrl), {
      hint: 'Addresses of the service have /api/v1 in them.',
    });
  if (options.overlay !== undefined) put(options.overlay, overlayText(onlyOne(some)));
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ tool: { name: 'deckhand', version: version() }, services: some }, undefined, 2)}\n`,
    );
  else process.stdout.write(printable(some.map(learntText).join('\n\n')));
}

function nothing(baseUrl: string | undefined): string {
  return `There is nothing to learn from: no request went to ${baseUrl ?? 'an operation of the service'}.`;
}

function onlyOne([first, ...others]: readonly Learnt[]): Learnt {
  if (first && others.length === 0) return first;
  const names = [first, ...others].map((one) => one?.service);
  throw new UserError(
    'bad-option',
    `The recordings are of ${names.length} services, and an overlay is of one.`,
    {
      hint: `Name one with --base-url: ${names.join(', ')}`,
    },
  );
}

function overlayText(learnt: Learnt): string {
  return stringify(writeOverlay(learnt, version()), {
    lineWidth: 110,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
}

function put(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
  }
}

function warn(text: string): void {
  process.stderr.write(`deckhand: ${printable(text)}\n`);
}
