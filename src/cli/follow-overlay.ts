/** What `serve --overlay` needs: the answers' new shapes, a check of them, and a word on what cannot be followed. */
import { expectationsOf, follow, type Left, type Reshape } from '../learn/index.js';
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
  const { reshape, followed: places, left } = follow(document);
  return {
    reshape,
    ...(isChecked && { check: await overlayCheck(document) }),
    text: printable(textOf(file, places.length, left)),
  };
}

function textOf(file: string, followedPlaces: number, left: readonly Left[]): string {
  const reasons = new Map<string, string[]>();
  for (const { title, why } of left) reasons.set(why, [...(reasons.get(why) ?? []), title]);
  const lines = [...reasons].map(([why, titles]) => `  ${why}: ${titles.join('; ')}`);
  const head = `Answers as ${file} says of ${followedPlaces} places${left.length > 0 ? `; ${left.length} it cannot follow:` : '.'}`;
  return [head, ...lines].join('\n');
}
