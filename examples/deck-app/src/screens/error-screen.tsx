/** Shows why the app stopped, and what the user can do. */
import type { ApiProblem } from '../api/problem';
import { ProblemFacts } from './problem-note';
import { problemText } from './problem-text';
import { Screen } from './screen';

interface ErrorScreenProps {
  /** Undefined if polling stopped because nothing changed. */
  readonly problem: ApiProblem | undefined;
  readonly retry: string;
  readonly onRetry: () => void;
  readonly onLeave?: () => void;
}

const NOTHING_NEW = {
  title: 'Nothing new for a while',
  advice:
    'The deck has not changed for five minutes, so this page stopped polling. The deck may still be finished.',
};

export function ErrorScreen({ problem, retry, onRetry, onLeave }: ErrorScreenProps) {
  const { title, advice } = problem ? problemText(problem) : NOTHING_NEW;
  return (
    <Screen name="notice" heading={title} title={title}>
      <p>{advice}</p>
      {problem && <ProblemFacts problem={problem} />}
      <div className="actions">
        <button className="primary" onClick={onRetry}>
          {retry}
        </button>
        {onLeave && <button onClick={onLeave}>Start over</button>}
      </div>
    </Screen>
  );
}
