/** Progress screen: slides, current step, and connection problems. */
import type { Progress as JobProgress } from 'deckhand/types/mock';
import { readDraft } from '../draft';
import type { RetryState } from '../generation/retry';
import { formatRetry } from './problem-text';
import { Screen } from './screen';

interface ProgressProps {
  readonly progress?: JobProgress;
  readonly tokens?: number;
  readonly retryState?: RetryState;
  readonly onLeave: () => void;
}

/** With more slides, only the bar is shown. */
const MAX_SHEETS = 24;

export function Progress({ progress, tokens, retryState, onLeave }: ProgressProps) {
  const total = progress?.slides_total ?? 0;
  const completed = Math.min(progress?.slides_completed ?? 0, total);
  const count = total > 0 ? `${completed} of ${total} slides` : 'Getting ready';
  const prompt = readDraft()?.prompt;
  return (
    <Screen name="progress" heading="Making your deck" title={count}>
      {prompt && (
        <p className="lead clamp" dir="auto">
          {prompt}
        </p>
      )}
      <div
        className={total > 0 ? 'bar' : 'bar unknown'}
        role="progressbar"
        aria-label="Slides"
        aria-valuetext={count}
        {...(total > 0 && { 'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': completed })}
      >
        <span style={{ inlineSize: total > 0 ? `${(completed / total) * 100}%` : undefined }} />
      </div>
      <p className="figures">
        <span>{count}</span>
        {tokens !== undefined && <span>{tokens.toLocaleString('en')} tokens</span>}
      </p>
      <div className="status" role="status">
        <p className="step" dir="auto">
          {progress?.current_step || 'Waiting for the first slide…'}
        </p>
        {retryState && <p className="note">{formatRetry(retryState)} The generation continues meanwhile.</p>}
      </div>
      {total > 0 && total <= MAX_SHEETS && (
        <div className="sheets" aria-hidden="true">
          {Array.from({ length: total }, (_, index) => (
            <span
              key={index}
              className={index < completed ? 'sheet done' : index === completed ? 'sheet now' : 'sheet'}
            />
          ))}
        </div>
      )}
      <div className="actions">
        <button onClick={onLeave}>Start over</button>
        <p className="small">You can close this page and come back later: the generation continues.</p>
      </div>
    </Screen>
  );
}
