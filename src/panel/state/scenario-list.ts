/** The list of scenarios, and a version that increases with each change. */
import { signal } from '@preact/signals';
import type { ScenarioList } from '../../generated/control-api.js';
import type { TimelineSummary } from '../../service/control/timeline-types.js';

export type ScenarioEntry = ScenarioList['scenarios'][number];

/** The timeline summary of a scenario, which the control API document does not type. */
export const getTimelineSummary = ({ timeline }: ScenarioEntry): TimelineSummary =>
  timeline as TimelineSummary;

export const scenarioList = signal<ScenarioList | undefined>(undefined);
/** Increases with each change of the list, so that components fetch the text of a scenario again. */
export const scenariosVersion = signal(0);

export function setScenarioList(list: ScenarioList): void {
  scenarioList.value = list;
  scenariosVersion.value = scenariosVersion.peek() + 1;
}
