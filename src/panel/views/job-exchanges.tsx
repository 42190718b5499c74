/** The last polls of a job, each with a link to its exchange. */
import { hrefOf } from '../state/route.js';
import { formatDuration } from '../parts/format.js';
import type { JobCell } from '../state/jobs.js';

const LISTED = 8;

export function JobExchanges({ cell }: { readonly cell: JobCell }) {
  const { value: polls } = cell.polls;
  if (polls.length === 0) return null;
  const started = Date.parse(cell.job.value.started_at);
  return (
    <div>
      <h3>Last polls</h3>
      <ol class="chips polls">
        {polls
          .slice(-LISTED)
          .toReversed()
          .map(({ sequence, at, status, isFault }) => (
            <li key={sequence}>
              <a
                class={isFault ? 'chip failed' : 'chip'}
                href={hrefOf({ view: 'traffic', item: String(sequence) })}
              >
                +{formatDuration(at - started)} <span class="number">{status ?? 'no response'}</span>
              </a>
            </li>
          ))}
      </ol>
    </div>
  );
}
