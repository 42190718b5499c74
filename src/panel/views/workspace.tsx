/** The workspace view: all workspaces, and the plan, keys, reset and snapshots of the selected one. */
import { AlertsSection } from './alerts-section.js';
import { KeysSection } from './keys-section.js';
import { PlanSection } from './plan-section.js';
import { ResetSection } from './reset-section.js';
import { SnapshotSection } from './snapshot-section.js';
import { WorkspacesSection } from './workspaces-section.js';

export function WorkspaceView() {
  return (
    <div class="page columns">
      <WorkspacesSection />
      <PlanSection />
      <KeysSection />
      <ResetSection />
      <SnapshotSection />
      <AlertsSection />
    </div>
  );
}
