/** The whole panel: masthead, clock, the selected view, the state of the connection, dialogs and toasts. */
import type { ComponentType } from 'preact';
import { ClockBar } from './clock-bar.js';
import { ConnectionNote } from './connection-note.js';
import { Dialogs } from './dialogs/dialogs.js';
import { Masthead } from './masthead.js';
import { Toasts } from './toasts.js';
import { connection } from './state/connection.js';
import { view, type View } from './state/route.js';
import { workspace } from './state/workspace.js';
import { FaultsView } from './views/faults.js';
import { JobsView } from './views/jobs.js';
import { RulesView } from './views/rules.js';
import { ScenariosView } from './views/scenarios.js';
import { TrafficView } from './views/traffic.js';
import { WorkspaceView } from './views/workspace.js';

const VIEWS: Readonly<Record<View, ComponentType>> = {
  jobs: JobsView,
  traffic: TrafficView,
  rules: RulesView,
  scenarios: ScenariosView,
  faults: FaultsView,
  workspace: WorkspaceView,
};

export function App() {
  const SelectedView = VIEWS[view.value];
  const { kind } = connection.value;
  // The last known state stays visible while the connection is lost. Nothing can be changed then.
  const isLost = kind === 'lost';
  const isShown = workspace.value !== undefined && (kind === 'live' || isLost);
  return (
    <>
      <Masthead />
      {isShown && (
        <fieldset class="bare" disabled={isLost}>
          <ClockBar />
        </fieldset>
      )}
      <main class={isLost ? 'disconnected' : ''}>
        <ConnectionNote />
        {isShown && (
          <fieldset class="bare" disabled={isLost}>
            <SelectedView />
          </fieldset>
        )}
      </main>
      <Dialogs />
      <Toasts />
    </>
  );
}
