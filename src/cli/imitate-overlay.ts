/** Prepares `serve --overlay`: the response shapes, the check of `--self-check`, and a summary of what Deckhand cannot imitate. */
import { expectationsOf } from '../learn/imitate/expectations.js';
import { imitate, type Imitation } from '../learn/imitate/imitate.js';
import { withOpenCodes } from '../learn/imitate/open-codes.js';
import type { Reshape } from '../learn/imitate/reshape.js';
import { overlayCheck, type ResponseCheck } from '../server/overlay-check.js';
import { overlaid } from './overlay-file.js';
import { printable } from '../base/printable.js';
import { UserError } from '../base/user-error.js';

export interface ImitatedOverlay {
  readonly reshape: Reshape;
  readonly check?: ResponseCheck;
  /** The summary for the terminal. */
  readonly text: string;
}

/** @throws UserError for a file that is not an overlay of the contract, or has no observations */
export async function imitateOverlay(file: string, isChecked: boolean): Promise<ImitatedOverlay> {
  const document = overlaid(file);
  if (expectationsOf(document).size === 0)
    throw new UserError('bad-overlay', `${file} has no observations (x-observed).`, {
      hint: 'Write an overlay with observations: deckhand learn <file.har> --overlay FILE',
    });
  const imitation = imitate(document);
  const { reshape } = imitation;
  return {
    reshape,
    ...(isChecked && { check: await overlayCheck(withOpenCodes(document)) }),
    text: printable(textOf(file, imitation)),
  };
}

function textOf(file: string, { imitated, limited, behaviour }: Imitation): string {
  const reasons = new Map<string, string[]>();
  for (const { title, why } of limited) reasons.set(why, [...(reasons.get(why) ?? []), title]);
  return [
    `Imitates ${file} in ${imitated.length} of ${imitated.length + limited.length} places.`,
    ...[...reasons].flatMap(([why, titles]) => [`  Not imitated: ${titles.join('; ')}`, `    ${why}`]),
    ...(behaviour.length > 0
      ? ['  A scenario decides what jobs do over time. Deckhand ignores the overlay there.']
      : []),
    '',
  ].join('\n');
}
