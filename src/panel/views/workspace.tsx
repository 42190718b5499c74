/** The chosen workspace as a whole: its plan and switch, its keys, what to forget, and its snapshots. */
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
    </div>
  );
}
