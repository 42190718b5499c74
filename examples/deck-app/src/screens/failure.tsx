/** The screen of a failed job (7): the error message of the service, and a retry. */
import { Screen } from './screen';

interface FailureProps {
  readonly reason: string;
  /** Undefined if the prompt is no longer known. */
  readonly onRetry: (() => void) | undefined;
  readonly onLeave: () => void;
}

export function Failure({ reason, onRetry, onLeave }: FailureProps) {
  return (
    <Screen name="failure" heading="The deck was not made" title="Not made">
      <p>The service reported:</p>
      <blockquote className="reason" dir="auto">
        {reason}
      </blockquote>
      <div className="actions">
        {onRetry && (
          <button className="primary" onClick={onRetry}>
            Try again
          </button>
        )}
        <button onClick={onLeave}>Change the prompt</button>
      </div>
    </Screen>
  );
}
