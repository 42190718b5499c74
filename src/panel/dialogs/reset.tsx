/** Asks before a reset, because it cannot be undone. */
import { here } from '../api/client.js';
import { ConfirmDialog } from '../parts/dialog.js';
import { attempt } from '../state/toasts.js';

export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const reset = (): void => {
    onClose();
    void attempt(() => here().reset(), 'The workspace is reset.');
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
