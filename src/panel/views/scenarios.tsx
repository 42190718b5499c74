/** The list of scenarios. A row opens the source of its scenario, and its button plays it for new jobs. */
import { BookOpen, FileWarning, Play, SearchX } from 'lucide-preact';
import { selectScenario } from '../control-bar/scenario-select.js';
import { Notice } from '../components/notice.js';
import { ScenarioBar } from '../components/scenario-bar.js';
import { SearchField } from '../components/search-field.js';
import { Toolbar } from '../components/toolbar.js';
import { matchesWords } from '../state/filter.js';
import { filter, buildHref, item } from '../state/route.js';
import { timelineSummaryOf, scenarioList, type ScenarioEntry } from '../state/scenario-list.js';
import { workspace } from '../state/workspace.js';
import { ScenarioSource } from './scenario-source.js';

export function ScenariosView() {
  const open = item.value;
  const list = scenarioList.value?.scenarios ?? [];
  const shown = list.filter(({ name, title, description }) =>
    matchesWords(filter.value.q, [name, title, description]),
  );
  const active = workspace.value?.scenario ?? undefined;
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list scrolls" aria-label="Scenarios">
        <Toolbar class="tools" label="Scenarios">
          <SearchField label="Search scenarios" />
          <span class="count">
            {shown.length === list.length ? list.length : `${shown.length} of ${list.length}`}
          </span>
          {active !== undefined && (
            <button type="button" class="quiet" onClick={() => void selectScenario('')}>
              Stop playing {active}
            </button>
          )}
        </Toolbar>
        {(scenarioList.value?.invalid ?? []).map((refused) => (
          <InvalidScenarioFile
            {...refused}
            isKnown={list.some(({ name }) => name === refused.name)}
            key={refused.name}
          />
        ))}
        {list.length === 0 && <Notice icon={BookOpen} title="There are no scenarios" />}
        {list.length > 0 && shown.length === 0 && <Notice icon={SearchX} title="No scenario matches" />}
        <ul class="rows scenarios">
          {shown.map((scenario) => (
            <ScenarioRow scenario={scenario} isActive={scenario.name === active} key={scenario.name} />
          ))}
        </ul>
      </section>
      {open !== undefined && <ScenarioSource name={open} key={open} />}
    </div>
  );
}

interface RefusedProps {
  readonly name: string;
  readonly errors: readonly string[];
  /** Whether an earlier, valid version is in use. */
  readonly isKnown: boolean;
}

/** A scenario file with mistakes. */
function InvalidScenarioFile({ name, errors, isKnown }: RefusedProps) {
  return (
    <section class="refused-file" aria-label={`The file of ${name}`}>
      <p>
        <FileWarning aria-hidden size={16} />
        <strong>The file of {name} has mistakes.</strong>{' '}
        {isKnown ? 'The last valid version is used.' : 'It is not loaded.'}
      </p>
      <ul>
        {errors.map((error) => (
          <li class="mono" key={error}>
            {error}
          </li>
        ))}
      </ul>
      <a class="button" href={buildHref({ view: 'scenarios', item: name })}>
        Open
        <span class="unseen">the file of {name}</span>
      </a>
    </section>
  );
}

interface ScenarioRowProps {
  readonly scenario: ScenarioEntry;
  readonly isActive: boolean;
}

function ScenarioRow({ scenario, isActive }: ScenarioRowProps) {
  const { name, title, description } = scenario;
  const isOpen = item.value === name;
  return (
    <li class={isActive ? 'scenario row active' : 'scenario row'} aria-current={isOpen}>
      <div class="what">
        <a
          class="whole-row"
          href={buildHref({ view: 'scenarios', item: isOpen ? undefined : name })}
          aria-current={isOpen}
          title={description}
        >
          {name}
        </a>
        <span class="step">{title}</span>
      </div>
      <ScenarioBar timeline={timelineSummaryOf(scenario)} />
      <button
        type="button"
        class={isActive ? '' : 'quiet'}
        aria-pressed={isActive}
        title={isActive ? 'Scenario for new jobs it' : 'Play for new jobs'}
        onClick={() => void selectScenario(name)}
      >
        <Play aria-hidden />
        <span class="deck-text">{isActive ? 'Playing' : 'Play for new jobs'}</span>
        <span class="unseen"> {name}</span>
      </button>
    </li>
  );
}
