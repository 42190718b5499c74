/** The whole panel: masthead, clock, the view that is chosen, and what there is to say about the connection. */
import type { ComponentType } from 'preact';
import { ClockBar } from './clock-bar.js';
import { ConnectionNote } from './connection-note.js';
import { Masthead } from './masthead.js';
import { SaidNote } from './said-note.js';
import { connection } from './state/connection.js';
import { view, type View } from './state/route.js';
import { workspace } from './state/workspace.js';
import { FaultsView } from './views/faults.js';
import { JobsView } from './views/jobs.js';
import { ScenariosView } from './views/scenarios.js';
import { TrafficView } from './views/traffic.js';
import { WorkspaceView } from './views/workspace.js';

const VIEWS: Readonly<Record<View, ComponentType>> = {
  jobs: JobsView,
  traffic: TrafficView,
  scenarios: ScenariosView,
  faults: FaultsView,
  workspace: WorkspaceView,
};

export function App() {
  const Chosen = VIEWS[view.value];
  const { kind } = connection.value;
  // What is known stays in view while the connection is away.
  const isShown = workspace.value !== undefined && (kind === 'live' || kind === 'lost');
  return (
    <>
      <Masthead />
      {isShown && <ClockBar />}
      <main class={kind === 'lost' ? 'away' : ''}>
        <ConnectionNote />
        {isShown && <Chosen />}
      </main>
      <SaidNote />
    </>
  );
}
