/** `deckhand wall`: one page with the developer's own app in every scenario, on one clock. */
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { resolveOptions } from '../app/config/resolve-options.js';
import type { DeckhandOptions } from '../app/deckhand.js';
import { pluralize } from '../base/text/pluralize.js';
import { sanitizeLine } from '../base/text/sanitize.js';
import { WALL_PORT } from '../server/find-wall.js';
import { startWall } from '../wall/server.js';
import { parseAppUrl, assertAppResponds } from '../wall/app-url.js';
import { CliCommand } from './command.js';
import { Flag, commaSeparated } from './flag.js';
import {
  basePathFlag,
  configFlags,
  hostNamesFlag,
  optionalApiKeyFlag,
  portFlag,
  scenariosFlag,
  seedFlag,
} from './shared-options.js';
import { watchScenarioFolders } from './scenario-folders.js';
import { waitForStopSignal } from './stop-signals.js';
import { reportBug } from './terminal.js';

interface WallOptions {
  readonly port: number;
  readonly only?: readonly string[];
  readonly scenarios?: readonly string[];
  readonly allowAppHost?: readonly string[];
  readonly optionalApiKey?: boolean;
  readonly basePath?: string;
  readonly seed?: number;
  readonly config?: string | false;
}

const flags = [
  portFlag(WALL_PORT),
  new Flag('--only <names>', 'the scenarios to show, separated by commas (default: all)', commaSeparated),
  scenariosFlag(),
  hostNamesFlag('--allow-app-host <host>', 'another host on which the app may run (repeatable)'),
  optionalApiKeyFlag("accept requests without an API key: the app's own server adds it"),
  basePathFlag,
  seedFlag(),
  ...configFlags,
];

export function command(): Command {
  return new CliCommand('wall')
    .description('Show your app in every scenario at once, on one page and one clock.')
    .argument('<app-url>', 'the URL of your app, such as http://localhost:5173')
    .addOptions(...flags)
    .addNotes(
      `Your app needs no change. In each frame, its requests to /api/v1 get the responses of that scenario; all other requests go to your app. Your actions in one frame are repeated in the others. A frame starts again when its scenario file is saved.

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

async function wall(appUrl: string, options: WallOptions): Promise<void> {
  const target = parseAppUrl(appUrl, options.allowAppHost);
  const { basePath, seed, config, optionalApiKey, scenarios } = options;
  const configured: DeckhandOptions = resolveOptions({ config, basePath, seed, scenarios }).options;
  // The wall serves scenarios, at origins of its own.
  const { replay, origin, ...others } = configured;
  const mock: DeckhandOptions = { ...others, ...(optionalApiKey && { apiKeys: 'optional' }) };
  await assertAppResponds(target);
  const stop = waitForStopSignal();
  const running = await startWall({
    appUrl: target,
    port: options.port,
    scenarios: options.only,
    mockOptions: mock,
    onAppStatus: (isResponding) =>
      console.error(
        isResponding
          ? `Your app at ${target.origin} responds again.`
          : `deckhand: your app at ${target.origin} does not respond. Start it again; the wall waits for it.`,
      ),
    onWrongScheme: (message) => console.error(`deckhand: ${message}`),
    onBug: reportBug,
  });
  const folders = [configured.scenarios ?? []].flat().filter((one) => typeof one === 'string');
  const { deckhand } = running;
  const stopWatching = await watchScenarioFolders(
    deckhand,
    deckhand.library,
    { folders },
    'pretty',
    (name, file, isNew) =>
      describeSaved(`${isNew ? 'Loaded' : 'Reloaded'} ${name} from ${file}`, running.showSaved(name)),
  );
  console.log(
    [
      '',
      `${styleText('bold', 'Deckhand')} shows ${sanitizeLine(target.href)} in ${pluralize(running.names.length, 'scenario')}`,
      '',
      `  Wall        ${styleText('cyan', running.url)}`,
      '',
      '  Start a presentation in one frame, and the other frames follow. Ctrl-C stops the wall.',
      '',
    ].join('\n'),
  );
  await stop;
  await Promise.all([stopWatching(), running.close()]);
  console.log('Stopped.');
}

/** @param reason why the scenario has no frame; undefined if it has one */
function describeSaved(loaded: string, reason: string | undefined): string {
  return reason === undefined ? `${loaded}. Its frame starts.` : `${loaded}. It has no frame: ${reason}.`;
}
