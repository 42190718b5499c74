/** The options of `deckhand scenario`. */
import { isDeviceName } from '../../base/device-name.js';
import { isScenarioName } from '../../scenario/check.js';
import * as kind from './kinds.js';
import { mockServerOptions } from './mock-server-options.js';
import { optionTable, rowsAt, type Values } from './option.js';
import { refuse } from './check.js';
import { redact } from './traffic-options.js';

const scenarioName: kind.Kind<string> = {
  check(value, where) {
    if (typeof value === 'string' && isScenarioName(value)) return value;
    const hint = isDeviceName(String(value))
      ? 'Windows keeps this name for a device. Choose another, such as renderer-fails.'
      : 'Expected lowercase letters, digits and hyphens, such as renderer-fails.';
    return refuse(value, where, hint);
  },
};

const scenarios = { ...mockServerOptions.scenarios, doors: ['scenario list', 'scenario preview'] } as const;

const preview = rowsAt('scenario preview');
const fromHar = rowsAt('scenario from-har');

export const listOptions = optionTable({ scenarios });

export const previewOptions = optionTable({
  scenarios,
  every: preview('--every <time>', kind.duration, 'the time between two polls', {
    default: 3000,
    defaultText: '3s',
  }),
  replyAfter: preview(
    '--reply-after <time>',
    kind.duration,
    'reply to every question after this time (default: after 4s, to questions without a time limit)',
  ),
  reply: {
    kind: kind.trueOrFalse,
    doors: ['scenario preview'],
    noHelp: 'never reply to questions',
  },
  seed: preview(
    '--seed <number>',
    kind.whole(0),
    'which job to play, if steps have a chance or a range (default: 1)',
  ),
});

export const typesOptions = optionTable({
  scenarios: {
    ...scenarios,
    doors: ['scenario types'],
    help: 'a folder with scenario files, or one file (repeatable; default: those of deckhand.config.ts, or scenarios)',
  },
  out: rowsAt('scenario types')(
    '-o, --out <file>',
    kind.text,
    'the file to write; - prints it (default: deckhand-env.d.ts, in src if it exists)',
  ),
});

export const fromHarOptions = optionTable({
  job: fromHar(
    '--job <id>',
    kind.text,
    'which of several jobs: its generation_id, or its number in the list',
  ),
  out: fromHar('--out <folder>', kind.text, 'the folder for the file (default: print the scenario)'),
  name: fromHar(
    '--name <name>',
    scenarioName,
    'the name of the scenario (default: the name of the HAR file)',
  ),
  force: fromHar('--force', kind.trueOrFalse, 'overwrite existing files'),
  redact,
});

export type ListOptions = Values<typeof listOptions, 'scenario list'>;
export type PreviewOptions = Values<typeof previewOptions, 'scenario preview'>;
export type TypesOptions = Values<typeof typesOptions, 'scenario types'>;
export type FromHarOptions = Values<typeof fromHarOptions, 'scenario from-har'>;
