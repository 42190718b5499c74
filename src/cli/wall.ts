/** `deckhand wall`: one page with the developer's own app in every scenario, on one clock. */
import { styleText } from 'node:util';
import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { resolveOptions } from '../app/config/resolve-options.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import { pluralize } from '../base/text/pluralize.js';
import { UserError } from '../base/user-error.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { WALL_PORT } from '../server/find-wall.js';
import { startWall } from '../wall/server.js';
import { parseAppUrl, assertAppResponds } from '../wall/app-url.js';
import { CliCommand, Flag, commaSeparated } from './flag.js';
import {
  basePathFlag,
  configFlags,
  hostNamesFlag,
  portFlag,
  scenariosFlag,
  seedFlag,
} from './shared-options.js';
import { waitForStopSignal } from './stop-signals.js';
import { reportBug } from './terminal.js';

interface WallOptions {
  readonly port: number;
  readonly only?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly allowTarget?: readonly string[];
  readonly key: boolean;
  readonly basePath?: string;
  readonly seed?: number;
  readonly config?: string | false;
}

const flags = [
  portFlag(WALL_PORT),
  new Flag(
    '--only <names>',
    'the scenarios to show, with commas between them (default: all)',
    commaSeparated,
  ),
  scenariosFlag(),
  hostNamesFlag('--allow-target <host>', 'a remote host that the wall may proxy (repeatable)'),
  new Option('--no-key', "accept requests without an API key: the app's own server adds it"),
  basePathFlag,
  seedFlag(),
  ...configFlags,
];

export function command(): Command {
  return new CliCommand('wall')
    .description('Show your app in every scenario at once, on one page and one clock.')
    .argument('<app-url>', 'the address of your app, such as http://localhost:5173')
    .addOptions(...flags)
    .addNotes(
      `Your app needs no change. In each frame, its requests to /api/v1 get the responses of that scenario; everything else comes from your app. What you do in one frame is repeated in the others.

Exit codes:
  0  stopped by a signal
  1  a bug occurred
  2  it could not start

Examples:
  deckhand wall http://localhost:5173
  deckhand wall http://localhost:3000 --only happy-path,rate-limited
`,
    )
    .action(wall);
}

async function wall(address: string, options: WallOptions): Promise<void> {
  const target = parseAppUrl(address, options.allowTarget);
  const { basePath, seed, config, key, scenarios } = options;
  const configured: DeckhandOptions = resolveOptions({ config, basePath, seed, scenarios }).options;
  // The frames play scenarios, at an origin of the wall.
  const { replay, origin, ...others } = configured;
  const mock: DeckhandOptions = { ...others, ...(!key && { apiKeys: 'optional' }) };
  await assertAppResponds(target);
  const stop = waitForStopSignal();
  const running = await startWall({
    appUrl: target,
    port: options.port,
    scenarios: options.only,
    mockOptions: mock,
    onAppStatus: (isThere) =>
      console.error(
        isThere
          ? `Your app at ${target.origin} responds again.`
          : `deckhand: your app at ${target.origin} does not respond. Start it again; the wall waits for it.`,
      ),
    onBug: reportBug,
  });
  console.log(
    [
      '',
      `${styleText('bold', 'Deckhand')} shows ${sanitizeLine(target.href)} in ${pluralize(running.names.length, 'scenario')}`,
      '',
      `  Wall        ${styleText('cyan', running.url)}`,
      '',
      '  Start a deck in one frame, and all frames follow. Ctrl-C stops the wall.',
      '',
    ].join('\n'),
  );
  await stop;
  await running.close();
  console.log('Stopped.');
}
