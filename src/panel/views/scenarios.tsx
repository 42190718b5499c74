/** The list of scenarios. A row opens the source of its scenario, and its button selects it for new jobs. */
import { BookOpen, FileWarning, Play, Plus, SearchX } from 'lucide-preact';
import { selectScenario } from '../control-bar/scenario-select.js';
import { Notice } from '../components/notice.js';
import { ScenarioBar } from '../components/scenario-bar.js';
import { SearchField } from '../components/search-field.js';
import { Toolbar } from '../components/toolbar.js';
import { matchesWords } from '../state/filter.js';
import { filter, buildHref, edit, item } from '../state/route.js';
import { getTimelineSummary, scenarioList, type ScenarioEntry } from '../state/scenario-list.js';
import { workspace } from '../state/workspace.js';
import { LazyEditor } from './lazy-editor.js';
import { ScenarioSource } from './scenario-source.js';

export function ScenariosView() {
  const open = item.value;
  if (edit.value !== undefined) return <LazyEditor item={open} edit={edit.value} />;
  return <ScenarioList open={open} />;
}

function ScenarioList({ open }: { readonly open: string | undefined }) {
  const list = scenarioList.value?.scenarios ?? [];
  const matching = list.filter(({ name, title, description }) =>
    matchesWords(filter.value.q, [name, title, description]),
  );
  const active = workspace.value?.scenario ?? undefined;
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list scrollable" aria-label="Scenarios">
        <Toolbar class="cluster wrap tools" label="Scenarios">
          <SearchField label="Search scenarios" />
          <span class="count">
            {matching.length === list.length ? list.length : `${matching.length} of ${list.length}`}
          </span>
          {active !== undefined && (
            <button type="button" class="button-plain" onClick={() => void selectScenario('')}>
              Stop using {active}
            </button>
          )}
          <a class="button" href={buildHref({ view: 'scenarios', edit: 'new' })}>
            <Plus aria-hidden />
            New
          </a>
        </Toolbar>
        {(scenarioList.value?.invalid ?? []).map((file) => (
          <InvalidScenarioFile
            {...file}
            hasValidVersion={list.some(({ name }) => name === file.name)}
            key={file.name}
          />
        ))}
        {list.length === 0 && <Notice icon={BookOpen} title="There are no scenarios" />}
        {list.length > 0 && matching.length === 0 && <Notice icon={SearchX} title="No scenario matches" />}
        <ul class="rows scenarios">
          {matching.map((scenario) => (
            <ScenarioRow scenario={scenario} isActive={scenario.name === active} key={scenario.name} />
          ))}
        </ul>
      </section>
      {open !== undefined && <ScenarioSource name={open} key={open} />}
    </div>
  );
}

interface InvalidScenarioFileProps {
  readonly name: string;
  readonly errors: readonly string[];
  /** Whether the last valid version is in use. */
  readonly hasValidVersion: boolean;
}

/** A scenario file with errors. */
function InvalidScenarioFile({ name, errors, hasValidVersion }: InvalidScenarioFileProps) {
  return (
    <section class="stack tight invalid-file" aria-label={`The file of ${name}`}>
      <p>
        <FileWarning aria-hidden class="error" size={16} /> <strong>The file of {name} has errors.</strong>{' '}
        {hasValidVersion ? 'The last valid version is used.' : 'It is not loaded.'}
      </p>
      <ul>
        {errors.map((error) => (
          <li class="mono preformatted" key={error}>
            {error}
          </li>
        ))}
      </ul>
      <a class="button" href={buildHref({ view: 'scenarios', item: name })}>
        Open
        <span class="visually-hidden">the file of {name}</span>
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
      <div class="row-main">
        <a
          class="row-link mono"
          href={buildHref({ view: 'scenarios', item: isOpen ? undefined : name })}
          aria-current={isOpen}
          title={description}
        >
          {name}
        </a>
        <span class="step small">{title}</span>
      </div>
      <ScenarioBar timeline={getTimelineSummary(scenario)} />
      <button
        type="button"
        class={isActive ? '' : 'button-plain'}
        aria-pressed={isActive}
        title={isActive ? 'New jobs use this scenario' : 'Use for new jobs'}
        onClick={() => void selectScenario(name)}
      >
        <Play aria-hidden />
        <span class="wide-row-text">{isActive ? 'In use' : 'Use for new jobs'}</span>
        <span class="visually-hidden"> {name}</span>
      </button>
    </li>
  );
}
