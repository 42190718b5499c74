/** The root component: header, control bar, the selected view, connection status, dialogs and toasts. */
import type { ComponentType } from 'preact';
import { ClockControls } from './control-bar/clock-controls.js';
import { ScenarioSelect } from './control-bar/scenario-select.js';
import { FaultMenu } from './control-bar/fault-menu.js';
import { ConnectionStatus } from './connection-status.js';
import { Dialogs } from './dialogs/dialogs.js';
import { Header } from './header.js';
import { Toasts } from './components/toasts.js';
import { Toolbar } from './components/toolbar.js';
import { connection } from './state/connection.js';
import { edit, view, type View } from './state/route.js';
import { workspace } from './state/workspace.js';
import { JobsView } from './views/jobs.js';
import { ScenariosView } from './views/scenarios.js';
import { TrafficView } from './views/traffic.js';

const VIEW_COMPONENTS: Readonly<Record<View, ComponentType>> = {
  jobs: JobsView,
  traffic: TrafficView,
  scenarios: ScenariosView,
};

/** The first row or link of the view, or the view itself. */
function focusContent(event: Event): void {
  event.preventDefault();
  const main = document.getElementById('content');
  (main?.querySelector<HTMLElement>('.rows a, .rows button') ?? main)?.focus();
}

export function App() {
  const SelectedView = VIEW_COMPONENTS[view.value];
  const { kind } = connection.value;
  // The last known state stays visible while the connection is lost. Nothing can be changed then.
  const isLost = kind === 'lost';
  const isShown = workspace.value !== undefined && (kind === 'live' || isLost);
  return (
    <>
      <a class="skip button" href="#content" onClick={focusContent}>
        Skip to the content
      </a>
      <Header />
      {isShown && (
        <section aria-label="Clock, scenario and faults">
          <fieldset disabled={isLost}>
            <Toolbar class="cluster sticky control-bar" label="Clock, scenario and faults">
              <ClockControls />
              <div class="cluster scenario-controls">
                <ScenarioSelect />
                <FaultMenu />
              </div>
            </Toolbar>
          </fieldset>
        </section>
      )}
      <main id="content" tabIndex={-1} class={isLost ? 'disconnected' : ''}>
        <ConnectionStatus />
        {isShown && (
          // The scenario editor works on its text, and disables what needs the server itself.
          <fieldset disabled={isLost && edit.value === undefined}>
            <SelectedView />
          </fieldset>
        )}
      </main>
      <Dialogs />
      <Toasts />
    </>
  );
}
