/** Says what the server removed from the workspace to stay within its memory, as of the last look at the workspace. */
import { counted } from '../../base/text/counted.js';
import { workspace } from '../state/workspace.js';

export function EvictionNote() {
  const { jobs = 0, presentations = 0, exchanges = 0 } = workspace.value?.evicted ?? {};
  const parts = [
    ...(jobs > 0 ? [counted(jobs, 'job')] : []),
    ...(presentations > 0 ? [counted(presentations, 'deck')] : []),
    ...(exchanges > 0 ? [counted(exchanges, 'exchange')] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p class="foot">Removed, the oldest first, to stay within the server’s limits: {parts.join(', ')}.</p>
  );
}
