/** Renders the open dialog. */
import { closeDialog, openDialog } from '../state/dialogs.js';
import { workspace } from '../state/workspace.js';
import { workspaceClient } from '../api/client.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { runWithToast } from '../state/toasts.js';
import { ConnectDialog } from './connect.js';
import { FaultDialog } from './fault.js';
import { StartDialog } from './start-job.js';

export function Dialogs() {
  const { value } = openDialog;
  if (!value || !workspace.value) return null;
  switch (value.kind) {
    case 'start':
      return <StartDialog onClose={closeDialog} />;
    case 'connect':
      return <ConnectDialog onClose={closeDialog} />;
    case 'reset':
      return <ResetDialog onClose={closeDialog} />;
    case 'fault':
      return <FaultDialog onClose={closeDialog} />;
  }
}

/* Asks before a reset, because it cannot be undone. */

function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const reset = (): void => {
    onClose();
    void runWithToast(() => workspaceClient().reset(), 'The workspace is reset.');
  };
  return (
    <ConfirmDialog title="Reset this workspace?" confirm="Reset" onYes={reset} onNo={onClose}>
      <p>
        Jobs, presentations, faults and traffic are deleted. The clock shows the real time again. You cannot
        undo it: save the state first to load it later.
      </p>
    </ConfirmDialog>
  );
}
