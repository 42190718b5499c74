/** Selects the text that a new scenario starts with: an existing scenario, or what happened to a job. */
import { isLive } from '../state/connection.js';
import { jobs } from '../state/jobs.js';
import { scenarioList } from '../state/scenario-list.js';
import { NEW_SCENARIO, type Origin } from './editor-session.js';
import { loadCopy, loadJob } from './starting-points.js';

/** The newest jobs. The details of every job have a link to the editor. */
const MAX_JOBS = 20;

interface StartingPointSelectProps {
  /** Called with a function that loads the selected text. */
  readonly onSelect: (load: () => Promise<Origin>) => void;
}

export function StartingPointSelect({ onSelect }: StartingPointSelectProps) {
  const select = (value: string): void => {
    const [kind, id = ''] = value.split(' ');
    if (kind === 'scenario') onSelect(() => loadCopy(id));
    else if (kind === 'job') onSelect(() => loadJob(id));
    else onSelect(async () => NEW_SCENARIO);
  };
  const newest = jobs.value.slice(0, MAX_JOBS);
  return (
    <label class="cluster">
      Start with
      <select
        value=""
        disabled={!isLive.value}
        onChange={({ currentTarget }) => {
          select(currentTarget.value);
          // The same text can be selected again.
          currentTarget.value = '';
        }}
      >
        <option value="" disabled hidden>
          a scenario or a job
        </option>
        <option value="template">a short scenario</option>
        <optgroup label="A copy of a scenario">
          {(scenarioList.value?.scenarios ?? []).map(({ name, title }) => (
            <option value={`scenario ${name}`} key={name}>
              {name}: {title}
            </option>
          ))}
        </optgroup>
        {newest.length > 0 && (
          <optgroup label="What happened to a job">
            {newest.map(({ id, job }) => (
              <option value={`job ${id}`} key={id}>
                {job.value.prompt.slice(0, 60)} ({job.value.scenario})
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
}
