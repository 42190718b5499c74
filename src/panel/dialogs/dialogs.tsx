/** Renders the open dialog. */
import { closeDialog, currentDialog } from '../state/dialogs.js';
import { workspace } from '../state/workspace.js';
import { ConnectDialog } from './connect.js';
import { FaultDialog } from './fault.js';
import { ResetDialog } from './reset.js';
import { StartDialog } from './start-job.js';

export function Dialogs() {
  const { value } = currentDialog;
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
