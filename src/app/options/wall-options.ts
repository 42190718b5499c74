/** The options of `deckhand wall`. */
import * as kind from './kinds.js';
import { mockServerOptions, projectOptions } from './mock-server-options.js';
import { optionTable, rowsAt, type Values } from './option.js';
import { hostNames, port } from './server-options.js';

const wall = rowsAt('wall');

export const wallOptions = optionTable({
  port: wall('--port <number>', port, 'the port; 0 selects a free one', { default: 4020 }),
  scenarios: wall(
    '--scenarios <names>',
    kind.names,
    'the scenarios to show, with commas between them (default: all, with those of deckhand.config.ts)',
  ),
  allowTarget: wall(
    '--allow-target <host>',
    hostNames,
    'another machine whose app can be on the wall (repeatable)',
  ),
  key: {
    kind: kind.trueOrFalse,
    doors: ['wall'],
    noHelp: "accept requests without an API key: the app's own server adds it",
  },
  basePath: { ...mockServerOptions.basePath, doors: ['wall'] },
  seed: { ...mockServerOptions.seed, doors: ['wall'] },
  config: { ...projectOptions.config, doors: ['wall'] },
});

export type WallOptions = Values<typeof wallOptions, 'wall'>;
