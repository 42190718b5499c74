/** The form for a new deck: prompt and template. */
import { useState, type SubmitEvent } from 'react';
import type { StartGenerationRequest, Template } from 'deckhand/types/mock';
import type { Api } from '../api/client';
import type { ApiProblem } from '../api/problem';
import { readDraft } from '../draft';
import type { RetryState } from '../generation/retry';
import { fieldText } from './field-text';
import { ErrorScreen } from './error-screen';
import { ProblemNote } from './problem-note';
import { formatRetry } from './problem-text';
import { Screen } from './screen';
import { useLoaded } from './use-loaded';

interface ComposeProps {
  readonly api: Api;
  readonly isStarting?: boolean;
  readonly retryState?: RetryState | undefined;
  /** Why the last start failed. */
  readonly problem?: ApiProblem | undefined;
  readonly onStart: (request: StartGenerationRequest) => void;
}

export function Compose({ api, isStarting = false, retryState, problem, onStart }: ComposeProps) {
  const [templates, reload] = useLoaded(api.templates);
  const [draft] = useState(readDraft);
  if (templates.phase === 'rejected')
    return <ErrorScreen problem={templates.problem} retry="Refresh" onRetry={reload} />;

  const pendingRetry = retryState ?? (templates.phase === 'loading' ? templates.retryState : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const prompt = fieldText(event.currentTarget, 'prompt');
    const template = fieldText(event.currentTarget, 'template');
    if (prompt && !isStarting) onStart({ prompt, ...(template && { template_id: template }) });
  };
  return (
    <Screen name="compose" heading="What is your deck about?" title="A new deck">
      <form onSubmit={submit}>
        <label className="visually-hidden" htmlFor="prompt">
          What the deck is about
        </label>
        <textarea
          id="prompt"
          name="prompt"
          rows={4}
          required
          dir="auto"
          placeholder="A pitch for electric harbour taxis, for people who plan public transport"
          defaultValue={draft?.prompt}
          readOnly={isStarting}
        />
        <fieldset disabled={isStarting} aria-busy={templates.phase === 'loading'}>
          <legend>Template</legend>
          <div className="templates">
            {templates.phase === 'loading'
              ? Array.from({ length: 4 }, (_, index) => <span key={index} className="template empty" />)
              : templates.value.map((template, index) => (
                  <TemplateCard
                    key={template.id}
                    template={template}
                    isFirstChoice={draft?.template_id ? draft.template_id === template.id : index === 0}
                  />
                ))}
          </div>
        </fieldset>
        {problem && <ProblemNote problem={problem} />}
        <p className="status" role="status">
          {pendingRetry && formatRetry(pendingRetry)}
        </p>
        <div className="actions">
          <button className="primary" disabled={isStarting || templates.phase === 'loading'}>
            {isStarting ? 'Starting…' : 'Make the deck'}
          </button>
        </div>
      </form>
    </Screen>
  );
}

function TemplateCard({
  template,
  isFirstChoice,
}: {
  readonly template: Template;
  readonly isFirstChoice: boolean;
}) {
  const { id, name, description, outline, slide_count: slides } = template;
  return (
    <label className="template">
      <input type="radio" name="template" value={id} defaultChecked={isFirstChoice} />
      <span className="name" dir="auto">
        {name}
      </span>
      <span className="count">{slides === 1 ? '1 slide' : `${slides} slides`}</span>
      <span className="about" dir="auto">
        {description}
      </span>
      {outline.length > 1 && (
        <span className="outline" dir="auto">
          {outline.join(' · ')}
        </span>
      )}
    </label>
  );
}
