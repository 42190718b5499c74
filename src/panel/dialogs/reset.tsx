/** Asks for confirmation before a reset, which cannot be undone. */
import { workspaceClient } from '../api/client.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { runWithToast } from '../state/toasts.js';

export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const reset = (): void => {
    onClose();
    void runWithToast(() => workspaceClient().reset(), 'The workspace was reset.');
  };
  return (
    <ConfirmDialog title="Reset this workspace?" confirm="Reset" onConfirm={reset} onCancel={onClose}>
      <p>
        Jobs, presentations, faults and traffic are deleted. The clock shows the real time again. This cannot
        be undone: save a snapshot first to restore it later.
      </p>
    </ConfirmDialog>
  );
}
