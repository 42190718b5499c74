/** `deckhand diff`: compares what the jobs of two recordings did, or a replay file with its recording. */
import { Command } from 'commander';
import { UserError } from '../base/user-error.js';
import type { Exchange } from '../journal/exchange.js';
import { nameOf } from '../recording/har-bytes.js';
import { readHarFiles } from '../recording/har-source.js';
import { compareStories, isDifferent, replacedTexts } from '../replay/diff/compare-stories.js';
import { Pairs } from '../replay/compare-values.js';
import { diffText } from '../replay/diff/diff-text.js';
import { storiesOf } from '../replay/diff/stories.js';
import { harNotes } from './har-notes.js';
import { withRedact } from './option-values.js';
import { printable } from '../base/printable.js';

export function command(): Command {
  return withRedact(
    new Command('diff')
      .description(
        'Compare two recordings, bundles, or a recording with its replay file: what each job did, side by side, the first difference first.',
      )
      .argument('<a>', 'a HAR file, a bundle or a replay file')
      .argument('<b>', 'another one')
      .addHelpText(
        'after',
        `
Jobs with the same id belong together, the others in the order of their starts. Polls of one state are one row. A replay file is
played to the requests of the other file first. Bodies that were not recorded are never equal.

Exit codes:
  0  the same
  1  different, or not comparable
  2  a file cannot be used

Examples:
  deckhand diff monday.har tuesday.har
  deckhand diff staging.har staging.replay.yaml`,
      )
      .action(diff),
  );
}

async function diff(a: string, b: string): Promise<void> {
  const replays = [a, b].filter(isReplay);
  if (replays.length === 2)
    throw new UserError('bad-option', 'Two replay files cannot be compared.', {
      hint: 'Compare each with its recording.',
    });
  const [replay] = replays;
  const recording = replay === b ? a : b;
  const recorded = await read(recording);
  const other = replay === undefined ? await read(a) : await played(replay, recorded);
  const [one, two] = recording === a ? [recorded, other] : [other, recorded];
  const mapped = new Pairs();
  const pairs = compareStories(storiesOf(one), storiesOf(two), mapped);
  process.stdout.write(
    `A ${printable(nameOf(a))}\nB ${printable(nameOf(b))}\n\n${diffText(pairs, replacedTexts(mapped))}\n`,
  );
  if (pairs.length === 0 || pairs.some(({ rows }) => rows.some(isDifferent))) process.exitCode = 1;
}

function isReplay(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

async function read(file: string): Promise<readonly Exchange[]> {
  const traffic = readHarFiles([file]);
  const exchanges: Exchange[] = [];
  for await (const exchange of traffic) exchanges.push(exchange);
  for (const line of harNotes(traffic)) process.stderr.write(`deckhand: ${printable(line)}\n`);
  return exchanges;
}

/** The responses of the replay to the recorded requests. */
async function played(file: string, recorded: readonly Exchange[]): Promise<readonly Exchange[]> {
  const [{ loadReplay }, { replayedExchanges }] = await Promise.all([
    import('./replay-option.js'),
    import('../playback/replayed-exchanges.js'),
  ]);
  return replayedExchanges([...loadReplay(file).timelines.values()], recorded);
}
