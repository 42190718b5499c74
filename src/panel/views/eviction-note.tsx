/** Shows what was evicted to stay within the limits. */
import { pluralize } from '../../base/text/pluralize.js';
import { workspace } from '../state/workspace.js';

export function EvictionNote() {
  const { jobs = 0, presentations = 0, exchanges = 0 } = workspace.value?.evicted ?? {};
  const parts = [
    ...(jobs > 0 ? [pluralize(jobs, 'job')] : []),
    ...(presentations > 0 ? [pluralize(presentations, 'presentation')] : []),
    ...(exchanges > 0 ? [pluralize(exchanges, 'exchange')] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p class="list-footer">
      Removed, the oldest first, to stay within the server’s limits: {parts.join(', ')}.
    </p>
  );
}
