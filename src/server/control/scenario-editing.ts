/** The operations of the scenario editor, which only servers have. Their code is loaded with the first use. */
import type { ScenarioEditing } from '../../service/control/workspace-context.js';
import { getJobScenario } from '../../service/control/job-scenario.js';
import { saveScenario } from '../../service/control/save-scenario.js';

export const scenarioEditing: ScenarioEditing = {
  check: async (request) => {
    const { checkScenario } = await import('../../app/check-scenario.js');
    return checkScenario(request);
  },
  save: saveScenario,
  toScenario: getJobScenario,
};
