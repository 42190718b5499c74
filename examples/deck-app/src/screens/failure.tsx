/** The job failed (7): what the service said, as it said it, and a way to try again. */
import { Screen } from './screen';

interface FailureProps {
  readonly reason: string;
  /** Absent when it is not known any more what was asked for. */
  readonly onRetry: (() => void) | undefined;
  readonly onLeave: () => void;
}

export function Failure({ reason, onRetry, onLeave }: FailureProps) {
  return (
    <Screen name="failure" heading="The deck was not made" title="Not made">
      <p>The service gave up, and said:</p>
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
