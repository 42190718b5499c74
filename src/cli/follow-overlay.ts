/** What `serve --overlay` needs: the answers' new shapes, a check of them, and a word on what cannot be followed. */
import { expectationsOf } from '../learn/follow/expected.js';
import { follow, type Following } from '../learn/follow/follow.js';
import { withOpenCodes } from '../learn/follow/open-codes.js';
import type { Reshape } from '../learn/follow/reshape.js';
import { overlayCheck, type AnswerCheck } from '../adapters/overlay-check.js';
import { overlaid } from './overlay-file.js';
import { printable } from '../adapters/printable.js';
import { UserError } from '../user-error.js';

export interface FollowedOverlay {
  readonly reshape: Reshape;
  /** What is wrong with an answer, in a line. */
  readonly check?: AnswerCheck;
  /** What is followed, and what not. */
  readonly text: string;
}

/** @throws UserError for a file that is no overlay of the contract, or that says nothing to follow */
export async function followed(file: string, isChecked: boolean): Promise<FollowedOverlay> {
  const document = overlaid(file);
  if (expectationsOf(document).size === 0)
    throw new UserError('bad-overlay', `${file} says nothing of what was seen (x-observed).`, {
      hint: 'deckhand learn <file.har> --overlay FILE writes one that does.',
    });
  const following = follow(document);
  const { reshape } = following;
  return {
    reshape,
    ...(isChecked && { check: await overlayCheck(withOpenCodes(document)) }),
    text: printable(textOf(file, following)),
  };
}

function textOf(file: string, { followed: places, left, beside }: Following): string {
  const reasons = new Map<string, string[]>();
  for (const { title, why } of left) reasons.set(why, [...(reasons.get(why) ?? []), title]);
  return [
    `Answers as ${file} says, at ${places.length} of ${places.length + left.length} places.`,
    ...[...reasons].flatMap(([why, titles]) => [`  Not followed: ${titles.join('; ')}`, `    ${why}`]),
    ...(beside.length > 0
      ? ['  What jobs do over time is a scenario’s to tell, whatever the overlay says of it.']
      : []),
    '',
  ].join('\n');
}
