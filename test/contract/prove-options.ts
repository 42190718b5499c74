/** The options of `npm run prove`. It does not know what they change. */
import { parseArgs } from 'node:util';

const usage = `npm run prove [-- --sample | --record | --stored]

Judges every mutant, liberty, recording and client, prints the results, and writes the table to
node_modules/.cache/deckhand/proof.md.

  --sample  take every eighth derived mutant and cross, and cut each journal a fourth as often;
            DECKHAND_TEST_SEED=<number> takes another eighth
  --record  play every case in virtual time, and store its journal with its verdicts; journals whose
            sources have not changed are kept, and judged again
  --stored  judge the stored journals, and name each verdict that has changed since --record
  --help    print this text`;

const modes = ['sample', 'record', 'stored'] as const;

export type ProveOptions =
  | { readonly mode: 'whole' | (typeof modes)[number] }
  /** What to print in place of a run. */
  | { readonly text: string; readonly exitCode: 0 | 2 };

export function proveOptions(args: readonly string[]): ProveOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sample: { type: 'boolean' },
        record: { type: 'boolean' },
        stored: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return { text: usage, exitCode: 0 };
    const [mode = 'whole', other] = modes.filter((name) => values[name]);
    return other === undefined
      ? { mode }
      : { text: `prove: choose --${mode} or --${other}. See npm run prove -- --help`, exitCode: 2 };
  } catch (error) {
    const [message] = String((error as Error).message).split(/\. |\n/);
    return { text: `prove: ${message}. See npm run prove -- --help`, exitCode: 2 };
  }
}
