/** An inline problem, such as in a form. */
import type { ApiProblem } from '../api/problem';
import { problemText } from './problem-text';

export function ProblemNote({ problem, lead }: { readonly problem: ApiProblem; readonly lead?: string }) {
  const { title, advice } = problemText(problem);
  return (
    <div className="note" role="alert">
      <p>
        <strong>{lead ?? `${title}.`}</strong> {lead && `${title}. `}
        {advice}
      </p>
      <ProblemFacts problem={problem} />
    </div>
  );
}

/** The message of the service, and the request id for its operators. */
export function ProblemFacts({ problem: { detail, requestId } }: { readonly problem: ApiProblem }) {
  return (
    <>
      {detail && <p dir="auto">{detail}</p>}
      {requestId && (
        <p className="small">
          Request <code>{requestId}</code>
        </p>
      )}
    </>
  );
}
