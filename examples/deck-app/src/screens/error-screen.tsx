/** Nothing more comes by itself: the service refuses, or the app stopped asking. Says why, and what can be done. */
import type { ApiProblem } from '../api/problem';
import { ProblemFacts } from './problem-note';
import { problemText } from './problem-text';
import { Screen } from './screen';

interface NoticeProps {
  /** Absent when nothing went wrong, and nothing happened either. */
  readonly problem: ApiProblem | undefined;
  readonly retry: string;
  readonly onRetry: () => void;
  /** Absent where there is nowhere else to go. */
  readonly onLeave?: () => void;
}

const NOTHING_NEW = {
  title: 'Nothing new for a while',
  advice: 'The deck has not moved for five minutes, so this page stopped asking. It may still be finished.',
};

export function Notice({ problem, retry, onRetry, onLeave }: NoticeProps) {
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
