/** The options of `deckhand wall`. */
import { parseDuration } from '../../scenario/duration.js';
import { refuse } from './check.js';
import * as kind from './kinds.js';
import { mockServerOptions, projectOptions } from './mock-server-options.js';
import { optionTable, rowsAt, type Values } from './option.js';
import { hostNames, port } from './server-options.js';

/** A list in one text, with commas. */
const commas = <Value>(
  read: (text: string) => Value | undefined,
  expected: string,
): kind.Kind<readonly Value[]> => ({
  fromText: (text) => text.split(',').map((one) => one.trim()),
  check(value, where) {
    const values = Array.isArray(value) ? (value as string[]).map(read) : [];
    const known = values.filter((one) => one !== undefined);
    if (known.length > 0 && known.length === values.length) return [...new Set(known)];
    return refuse(value, where, expected);
  },
});

const scenarioNames = commas(
  (name) => (name === '' ? undefined : name),
  'Expected names of scenarios with commas, such as happy-path,rate-limited.',
);
const times = commas(parseDuration, 'Expected times since the start with commas, such as 0s,3s,1m30s.');
const folder = kind.stringKind((path) => path !== '', 'Expected a folder.');
const widths = commas((text) => {
  const width = /^\d{2,4}$/.test(text) ? Number(text) : 0;
  return width >= 200 && width <= 4000 ? width : undefined;
}, 'Expected widths of 200 to 4000 pixels with commas, such as 390,1280.');

const wall = rowsAt('wall');

export const wallOptions = optionTable({
  port: wall('--port <number>', port, 'the port; 0 selects a free one', { default: 4020 }),
  scenarios: wall(
    '--scenarios <names>',
    scenarioNames,
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
  save: wall('--save <folder>', folder, 'take pictures of all screens, write them as one page, and end'),
  do: wall('--do <file>', kind.text, 'the steps that are played: what "Save steps" on the wall has written'),
  at: wall('--at <times>', times, 'the moments of the pictures, with commas between them, such as 3s,12s', {
    conflicts: 'moments',
  }),
  moments: wall(
    '--moments <number>',
    kind.whole(1, 50),
    'how many moments are chosen at most: those at which most jobs, then most screens change (default: 5)',
  ),
  sizes: wall('--sizes <widths>', widths, 'the widths of the screens, such as 390,768,1280 (default: 1280)'),
  mask: wall(
    '--mask <selector>',
    kind.listOf(kind.text, "['.clock']"),
    'a CSS selector of what is painted over in all pictures (repeatable)',
  ),
  replay: wall(
    '--replay <file>',
    kind.text,
    'a recording as one more row: a HAR file, its gzip file, or the .zip file of Playwright',
  ),
  compare: wall(
    '--compare <folder>',
    kind.text,
    'a kept wall to compare with: only cells that changed are listed',
  ),
  threshold: wall(
    '--threshold <percentage>',
    kind.percent,
    'the share of a picture that can differ without a change (default: 0%)',
  ),
  browser: wall(
    '--browser <path>',
    kind.text,
    'the Chromium, Chrome or Edge to use (default: that of Playwright)',
  ),
  basePath: { ...mockServerOptions.basePath, doors: ['wall'] },
  seed: { ...mockServerOptions.seed, doors: ['wall'] },
  config: { ...projectOptions.config, doors: ['wall'] },
});

export type WallOptions = Values<typeof wallOptions, 'wall'>;
