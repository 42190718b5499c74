/** Which scenarios there are, where a new one would be saved, and that a file of theirs is another by now. */
import { signal } from '@preact/signals';
import type { ScenarioList } from '../../generated/control-api.js';

export type ScenarioEntry = ScenarioList['scenarios'][number];

export const scenarioList = signal<ScenarioList | undefined>(undefined);
/** Counts what was told of scenario files: who shows the text of one reads it again. */
export const fileChanges = signal(0);
/** The scenario that was begun just now, to be edited as soon as it is open. */
export const begun = signal<string | undefined>(undefined);

export function setScenarioList(list: ScenarioList): void {
  scenarioList.value = list;
  fileChanges.value = fileChanges.peek() + 1;
}
