/** The list of scenarios: each card has a button that activates it and one that shows its source. */
import { BookOpen, FileWarning, Play, Rocket, SearchX, Square } from 'lucide-preact';
import { here } from '../api/client.js';
import { Notice } from '../parts/notice.js';
import { ScenarioTimeline } from '../parts/scenario-timeline.js';
import { openDialog } from '../state/dialogs.js';
import { hasWords } from '../state/filter.js';
import { filter, hrefOf, item } from '../state/route.js';
import { SearchField } from '../parts/search-field.js';
import { attempt } from '../state/toasts.js';
import { scenarioList, type ScenarioEntry } from '../state/scenario-list.js';
import { workspace } from '../state/workspace.js';
import { ScenarioSource } from './scenario-source.js';

export function ScenariosView() {
  const open = item.value;
  const list = scenarioList.value?.scenarios ?? [];
  const shown = list.filter(({ name, title, description }) =>
    hasWords(filter.value.q, [name, title, description]),
  );
  const active = workspace.value?.scenario ?? undefined;
  const isInline = active !== undefined && !list.some(({ name }) => name === active);
  return (
    <div class={open === undefined ? 'split' : 'split open'}>
      <section class="list scrolls" aria-label="Scenarios">
        <div class="tools">
          <p>
            {active === undefined ? (
              <>No active scenario: the prompt decides what a job plays, or the default of the server.</>
            ) : (
              <>
                New jobs play <strong>{active}</strong>. Running jobs keep their scenario.
                {isInline && ' It is a text without a file.'}
              </>
            )}
          </p>
          <SearchField label="Search scenarios" />
          <span class="count">
            {shown.length === list.length ? list.length : `${shown.length} of ${list.length}`}
          </span>
          {active !== undefined && (
            <button type="button" onClick={() => void attempt(() => here().use(null), 'No active scenario.')}>
              <Square aria-hidden />
              Deactivate
            </button>
          )}
        </div>
        {(scenarioList.value?.refused ?? []).map((refused) => (
          <Refused {...refused} isKnown={list.some(({ name }) => name === refused.name)} key={refused.name} />
        ))}
        {list.length === 0 && <Notice icon={BookOpen} title="There are no scenarios" />}
        {list.length > 0 && shown.length === 0 && <Notice icon={SearchX} title="No scenario matches" />}
        <ul class="cards">
          {shown.map((scenario) => (
            <Card scenario={scenario} isActive={scenario.name === active} key={scenario.name} />
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
function Refused({ name, errors, isKnown }: RefusedProps) {
  return (
    <section class="refused-file" aria-label={`The file of ${name}`}>
      <p>
        <FileWarning aria-hidden size={16} />
        <strong>The file of {name} has mistakes.</strong>{' '}
        {isKnown ? 'The last valid version is used.' : 'It is not loaded.'}
      </p>
      <ul class="mono small">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      <a class="button" href={hrefOf({ view: 'scenarios', item: name })}>
        Open
        <span class="unseen">the file of {name}</span>
      </a>
    </section>
  );
}

interface CardProps {
  readonly scenario: ScenarioEntry;
  readonly isActive: boolean;
}

function Card({ scenario: { name, title, description, timeline }, isActive }: CardProps) {
  const isOpen = item.value === name;
  return (
    <li class={isActive ? 'card active' : 'card'}>
      <h2>{title}</h2>
      <p class="mono small">{name}</p>
      <ScenarioTimeline timeline={timeline} />
      <p class="description">{description}</p>
      <div class="buttons">
        <button
          type="button"
          class={isActive ? '' : 'strong'}
          aria-pressed={isActive}
          onClick={() => void attempt(() => here().use(name), `New jobs play ${name}.`)}
        >
          <Play aria-hidden />
          {isActive ? 'Active' : 'Use for new jobs'}
          <span class="unseen">{name}</span>
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => (openDialog.value = { kind: 'start', scenario: name })}
        >
          <Rocket aria-hidden />
          Start job
          <span class="unseen">with {name}</span>
        </button>
        <a
          class="button quiet"
          href={hrefOf({ view: 'scenarios', item: isOpen ? undefined : name })}
          aria-current={isOpen}
        >
          <BookOpen aria-hidden />
          Source
          <span class="unseen">of {name}</span>
        </a>
      </div>
    </li>
  );
}
