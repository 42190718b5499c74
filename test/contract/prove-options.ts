/** The options of `npm run prove`. It does not know what they change. */
import { parseArgs } from 'node:util';

const usage = `npm run prove [-- --sample]

Judges every mutant, liberty, recording and client, prints the results, and writes them to docs/proof.md.

  --sample  take every eighth derived mutant and cross, cut each journal a fourth as often, and keep the
            counts in docs/proof.md; DECKHAND_TEST_SEED=<number> takes another eighth
  --help    print this text`;

export type ProveOptions =
  | { readonly sample: boolean }
  /** What to print in place of a run. */
  | { readonly text: string; readonly exitCode: 0 | 2 };

export function proveOptions(args: readonly string[]): ProveOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sample: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values.help ? { text: usage, exitCode: 0 } : { sample: values.sample };
  } catch (error) {
    const [message] = String((error as Error).message).split(/\. |\n/);
    return { text: `prove: ${message}. See npm run prove -- --help`, exitCode: 2 };
  }
}
