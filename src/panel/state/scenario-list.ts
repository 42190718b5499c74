/** The list of scenarios, and a signal for changes of their files. */
import { signal } from '@preact/signals';
import type { ScenarioList } from '../../generated/control-api.js';
import type { TimelineSummary } from '../../service/control/timeline-types.js';

export type ScenarioEntry = ScenarioList['scenarios'][number];

/** The chart of a scenario, which the control document leaves open. */
export const timelineSummaryOf = ({ timeline }: ScenarioEntry): TimelineSummary =>
  timeline as TimelineSummary;

export const scenarioList = signal<ScenarioList | undefined>(undefined);
/** Increases with each change of the list. Components that show the text of a scenario then read it again. */
export const scenariosVersion = signal(0);

export function setScenarioList(list: ScenarioList): void {
  scenarioList.value = list;
  scenariosVersion.value = scenariosVersion.peek() + 1;
}
