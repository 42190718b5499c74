/**
 * Decides what new jobs play after a scenario was saved. A workspace plays a text, not a file. So if it plays an older text of
 * the scenario, or one that was tried in the editor, it now gets the saved text.
 */
import { scenarioVerbs, workspaceVerbs } from '../api/verbs.js';
import { workspaceId } from '../state/route.js';

/** The server's name for a scenario that it received as text. */
const INLINE = 'inline';

/** The scenario whose text was tried last, by workspace. */
const tried = new Map<string, string>();

export async function tryText(scenario: string, text: string): Promise<void> {
  await scenarioVerbs.useText(text);
  tried.set(workspaceId.peek(), scenario);
}

/** @returns a sentence that says what new jobs play */
export async function playSaved(scenario: string): Promise<string> {
  const id = workspaceId.peek();
  const { scenario: active } = await workspaceVerbs.open(id);
  const isTried = active === INLINE && tried.get(id) === scenario;
  if (active === scenario || isTried) {
    await scenarioVerbs.use(scenario);
    tried.delete(id);
    return 'New jobs play it.';
  }
  if (active === null) return 'It is not active: the prompt decides what a job plays, or the default.';
  return `It is not active: new jobs play ${active === INLINE ? 'a text without a file' : active}.`;
}
