/** The errors and warnings of the text. A click on one moves the cursor there. */
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-preact';
import { pluralize } from '../../base/text/pluralize.js';
import type { ScenarioCheck, ScenarioIssue } from '../../generated/control-api.js';
import { startSentence } from '../../ui/format.js';

interface IssueListProps {
  readonly check: ScenarioCheck | undefined;
  /** Why the text could not be checked; empty if it was. */
  readonly failure: string;
  readonly onOpen: (issue: ScenarioIssue) => void;
}

export function IssueList({ check, failure, onOpen }: IssueListProps) {
  const { errors = [], warnings = [] } = check ?? {};
  const issues = [
    ...errors.map((issue) => ({ issue, isError: true })),
    ...warnings.map((issue) => ({ issue, isError: false })),
  ];
  return (
    <section class="stack tight issues" aria-label="Errors and warnings">
      <p class="cluster" role="status">
        {failure !== '' ? (
          <span class="error">Not checked: {failure}</span>
        ) : (
          check && <Summary errors={errors.length} warnings={warnings.length} />
        )}
      </p>
      {issues.length > 0 && (
        <ul class="stack tight">
          {issues.map(({ issue, isError }) => (
            <li key={`${issue.line} ${issue.column} ${issue.message}`}>
              <button type="button" class="issue" onClick={() => onOpen(issue)}>
                {isError ? (
                  <CircleAlert aria-label="Error" class="error" size={16} />
                ) : (
                  <TriangleAlert aria-label="Warning" class="warning" size={16} />
                )}
                <span>
                  <span class="mono">
                    {issue.line}:{issue.column}
                  </span>{' '}
                  {startSentence(issue.message)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Summary({ errors, warnings }: { readonly errors: number; readonly warnings: number }) {
  const counts = [
    ...(errors > 0 ? [pluralize(errors, 'error')] : []),
    ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
  ];
  if (counts.length === 0)
    return (
      <>
        <CircleCheck aria-hidden class="success" size={16} /> The scenario is valid.
      </>
    );
  return (
    <>
      {counts.join(', ')}
      {errors === 0 && '. The scenario is valid'}.
    </>
  );
}
