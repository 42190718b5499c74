/** Selects the scenario for new jobs. */
import type { ScenarioName } from '../../app/scenario-names.js';
import { workspaceClient } from '../api/client.js';
import { scenarioList } from '../state/scenario-list.js';
import { runWithToast } from '../state/toasts.js';
import { workspace } from '../state/workspace.js';

export function selectScenario(name: string): Promise<boolean> {
  return name === ''
    ? runWithToast(
        () => workspaceClient().clearScenario(),
        'New jobs use the default scenario, or the one that their prompt matches.',
      )
    : runWithToast(() => workspaceClient().useScenario(name as ScenarioName), `New jobs use ${name}.`);
}

export function ScenarioSelect() {
  const active = workspace.value?.scenario ?? '';
  const recording = workspace.value?.recording;
  if (recording !== undefined)
    return (
      <p class="muted" title="A recording cannot be changed.">
        Replays <strong>{recording}</strong>
      </p>
    );
  const names = (scenarioList.value?.scenarios ?? []).map(({ name }) => name);
  return (
    <div class="cluster new-jobs">
      <label class="muted" for="new-jobs">
        Scenario for new jobs
      </label>
      <select
        id="new-jobs"
        value={active}
        onChange={({ currentTarget }) => void selectScenario(currentTarget.value)}
      >
        <option value="">{workspace.value?.default_scenario} (default)</option>
        {[...new Set([...(active === '' ? [] : [active]), ...names])].map((name) => (
          <option value={name} key={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
