/** The name in a new id: drawn from the seed, so that it is the same in every run, unless other machines could guess it. */
import { drawName } from '../../scenario/draw.js';
import type { Call, World } from './operation.js';

/** @param ordinal the number of jobs or decks that the workspace has made, including this one */
export function newName(
  { request, workspace }: Call,
  { exposure }: World,
  seed: number,
  kind: 'job' | 'presentation',
  ordinal: number,
): string {
  return (request.isExposed && exposure?.newName()) || drawName(seed, workspace.id, kind, ordinal);
}
