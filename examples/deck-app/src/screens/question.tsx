/** The form for the reply to a question of the job (3). */
import type { SubmitEvent } from 'react';
import type { ApiProblem } from '../api/problem';
import type { RetryState } from '../generation/retry';
import { fieldText } from './field-text';
import { ProblemNote } from './problem-note';
import { formatRetry } from './problem-text';
import { Screen } from './screen';

interface QuestionProps {
  readonly question: string;
  readonly isSending: boolean;
  readonly retryState?: RetryState;
  readonly problem?: ApiProblem;
  readonly onReply: (message: string) => void;
  readonly onLeave: () => void;
}

export function Question({ question, isSending, retryState, problem, onReply, onLeave }: QuestionProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const message = fieldText(event.currentTarget, 'reply');
    if (message && !isSending) onReply(message);
  };
  return (
    <Screen name="question" heading={question} title="A question">
      <p className="lead">The deck waits for your answer.</p>
      <form onSubmit={submit}>
        <label htmlFor="reply">Your answer</label>
        <textarea id="reply" name="reply" rows={3} required dir="auto" readOnly={isSending} />
        {problem && <ProblemNote problem={problem} lead="Your answer may not have arrived." />}
        <p className="status" role="status">
          {retryState && formatRetry(retryState)}
        </p>
        <div className="actions">
          <button className="primary" disabled={isSending}>
            {isSending ? 'Sending…' : 'Send the answer'}
          </button>
          <button type="button" onClick={onLeave}>
            Start over
          </button>
        </div>
      </form>
    </Screen>
  );
}
