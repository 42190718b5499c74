/** A problem beside what it is about: in a form, or instead of a list. */
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

/** What the service said, and what its operators ask for. */
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
