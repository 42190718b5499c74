/** `deckhand wall`: one page with the developer's own app in every scenario, on one clock. */
import { styleText } from 'node:util';
import { Command } from 'commander';
import { withConfig } from '../app/config/with-config.js';
import { wallOptions, type WallOptions } from '../app/options/wall-options.js';
import { counted } from '../base/text/counted.js';
import { onOneLine } from '../base/text/neutral.js';
import { startWall } from '../wall/server.js';
import { needTarget, requireApp } from '../wall/target.js';
import { addOptions } from './command-options.js';
import { stopSignal } from './stop-signal.js';
import { reportBug, say, warn } from './terminal.js';

export function command(): Command {
  const wallCommand = new Command('wall')
    .description('Show your app in every scenario at once, on one page and one clock.')
    .argument('<app-url>', 'the address of your app, such as http://localhost:5173');
  return addOptions(wallCommand, 'wall', wallOptions)
    .addHelpText(
      'after',
      `
Your app needs no change. In each frame, its requests to /api/v1 get the responses of
that scenario; everything else comes from your app. What you do in one frame is
repeated in the others.

Exit codes:
  0  stopped by a signal
  1  a bug occurred
  2  it could not start

Examples:
  deckhand wall http://localhost:5173
  deckhand wall http://localhost:3000 --scenarios happy-path,rate-limited,timeout-failure
`,
    )
    .action(wall);
}

async function wall(address: string, options: WallOptions): Promise<void> {
  const target = needTarget(address, options.allowTarget);
  const { basePath, seed, config, key } = options;
  const { options: configured } = withConfig({ config, basePath, seed });
  const { scenarios, ...others } = configured as { scenarios?: string | readonly string[] };
  const mock = {
    ...others,
    ...(scenarios !== undefined && { scenarios }),
    ...(key === false && { keys: 'none' as const }),
  };
  await requireApp(target);
  const stop = stopSignal();
  const running = await startWall({
    target,
    port: options.port,
    scenarios: options.scenarios,
    mock,
    onReach: (isThere) =>
      warn(
        isThere
          ? `Your app at ${target.origin} responds again.`
          : `deckhand: your app at ${target.origin} does not respond. Start it again; the wall waits for it.`,
      ),
    onBug: reportBug,
  });
  say(
    [
      '',
      `${styleText('bold', 'Deckhand')} shows ${onOneLine(target.href)} in ${counted(running.names.length, 'scenario')}`,
      '',
      `  Wall        ${styleText('cyan', running.url)}`,
      '',
      '  Start a deck in one frame, and all frames follow. Ctrl-C stops the wall.',
      '',
    ].join('\n'),
  );
  await stop;
  await running.close();
  say('Stopped.');
}
