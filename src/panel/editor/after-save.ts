/**
 * What new jobs play once a scenario was saved. What a workspace plays is the text that it was given, not the file: it is
 * given the saved one where it plays an older text of it, or one that was tried here on the way.
 */
import { scenarioVerbs, workspaceVerbs } from '../api/verbs.js';
import { workspaceId } from '../state/route.js';

/** As the stand-in calls a scenario that was handed in as a text. */
const INLINE = 'inline';

/** Of which scenario a text was tried last, by workspace. */
const tried = new Map<string, string>();

export async function tryText(scenario: string, text: string): Promise<void> {
  await scenarioVerbs.useText(text);
  tried.set(workspaceId.peek(), scenario);
}

/** @returns what is so now, as a sentence */
export async function playSaved(scenario: string): Promise<string> {
  const id = workspaceId.peek();
  const { scenario: active } = await workspaceVerbs.open(id);
  const isTried = active === INLINE && tried.get(id) === scenario;
  if (active === scenario || isTried) {
    await scenarioVerbs.use(scenario);
    tried.delete(id);
    return 'New jobs play it.';
  }
  if (active === null) return 'It is not active: each job plays what fits its prompt, or the default.';
  return `It is not active: new jobs play ${active === INLINE ? 'a text that was handed in' : active}.`;
}
