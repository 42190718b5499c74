/** The commands of the palette: views, actions, jobs, scenarios and workspaces. */
import { scenarioVerbs } from '../api/verbs.js';
import { goToNextEvent, togglePause } from '../clock-bar.js';
import { STATUS_LABELS } from '../parts/format.js';
import { isRunning } from '../state/clock.js';
import { openDialog } from '../state/dialogs.js';
import { hasWords, NO_FILTER } from '../state/filter.js';
import { deckOf, jobs } from '../state/jobs.js';
import { go } from '../state/route.js';
import { scenarioList } from '../state/scenario-list.js';
import { theme } from '../state/theme.js';
import { attempt } from '../state/toasts.js';
import { workspaces } from '../state/workspace.js';
import { pickRecording } from '../import/pick.js';
import { NAV_VIEWS, VIEW_NAMES } from '../views/view-names.js';

export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is, or its state. */
  readonly note: string;
  readonly run: () => unknown;
}

/** The number of commands that are listed. */
const LISTED = 40;

export function commandsFor(q: string): readonly Command[] {
  const found = [...actions(), ...jobCommands(), ...scenarioCommands(), ...workspaceCommands()];
  return found.filter(({ name, note }) => hasWords(q, [name, note])).slice(0, LISTED);
}

function actions(): Command[] {
  return [
    { id: 'start', name: 'Start a job', note: 'N', run: () => (openDialog.value = { kind: 'start' }) },
    {
      id: 'pause',
      name: isRunning.value ? 'Pause the clock' : 'Resume the clock',
      note: 'Space',
      run: togglePause,
    },
    { id: 'next', name: 'Go to the next event', note: 'E', run: () => goToNextEvent() },
    {
      id: 'connect',
      name: 'Connect your app',
      note: 'C',
      run: () => (openDialog.value = { kind: 'connect' }),
    },
    { id: 'bundle', name: 'Save a bundle', note: 'file', run: () => (openDialog.value = { kind: 'bundle' }) },
    { id: 'import', name: 'Open a recording (HAR)', note: 'file', run: pickRecording },
    ...NAV_VIEWS.map((view, index) => ({
      id: view,
      name: `Show ${VIEW_NAMES[view]}`,
      note: String(index + 1),
      run: () => go({ view }),
    })),
    { id: 'docs', name: 'Open the API reference', note: 'page', run: () => location.assign('docs/') },
    ...(['light', 'dark', 'system'] as const).map((one) => ({
      id: `theme-${one}`,
      name: `Theme: ${one}`,
      note: 'setting',
      run: () => (theme.value = one),
    })),
    { id: 'keys', name: 'Show all shortcuts', note: '?', run: () => (openDialog.value = { kind: 'keys' }) },
  ];
}

function jobCommands(): Command[] {
  return jobs.value.slice(0, 200).flatMap(({ id, job: { value }, part }) => {
    const note = `job, ${STATUS_LABELS[part.value?.status ?? 'generating'].toLowerCase()}`;
    const name = value.prompt.slice(0, 80);
    const url = part.value?.status === 'completed' ? deckOf(value) : undefined;
    const open = () => go({ view: 'jobs', item: id, filter: NO_FILTER });
    return [
      { id, name, note, run: open },
      ...(url === undefined
        ? []
        : [
            {
              id: `${id} deck`,
              name: `Open deck: ${name}`,
              note,
              run: () => window.open(url, '_blank', 'noreferrer'),
            },
          ]),
    ];
  });
}

function scenarioCommands(): Command[] {
  return (scenarioList.value?.scenarios ?? []).flatMap(({ name }) => [
    {
      id: `use ${name}`,
      name: `Use for new jobs: ${name}`,
      note: 'scenario',
      run: () => attempt(() => scenarioVerbs.use(name), `New jobs play ${name}.`),
    },
    {
      id: `start ${name}`,
      name: `Start a job with ${name}`,
      note: 'scenario',
      run: () => (openDialog.value = { kind: 'start', scenario: name }),
    },
  ]);
}

function workspaceCommands(): Command[] {
  return workspaces.value.map(({ id, name }) => ({
    id: `workspace ${id}`,
    name: `Switch to ${name === id ? id : `${name} (${id})`}`,
    note: 'workspace',
    run: () => go({ workspace: id, view: 'jobs' }),
  }));
}
