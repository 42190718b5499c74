/** The actions on a job: reply to its question, and make it ask, fail, complete or stall. */
import { useSignal } from '@preact/signals';
import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-preact';
import type { JobInfo } from '../../generated/control-api.js';
import { workspaceClient } from '../api/client.js';
import { FieldError, useFormError, type FormError } from '../components/field-error.js';
import type { Status } from '../state/jobs.js';
import { runWithToast, showToast } from '../state/toasts.js';
import { ReplyForm } from './reply-form.js';

interface ActionDefinition {
  readonly button: string;
  readonly label: string;
  readonly submit: string;
  readonly suggestion: string;
  readonly isOptional?: true;
  readonly done: string;
  readonly run: (job: string, text: string) => Promise<unknown>;
  readonly icon: typeof CircleX;
}

const ACTIONS = {
  ask: {
    button: 'Ask',
    label: 'Question',
    submit: 'Ask question',
    suggestion: 'Who is the audience?',
    done: 'The job asked its question.',
    run: (id, text) => workspaceClient().askQuestion(id, text),
    icon: CircleHelp,
  },
  fail: {
    button: 'Fail',
    label: 'Error',
    submit: 'Fail job',
    suggestion: 'The renderer ran out of memory.',
    done: 'The job failed.',
    run: (id, text) => workspaceClient().failJob(id, text),
    icon: CircleX,
  },
  complete: {
    button: 'Complete',
    label: 'Title of the presentation',
    submit: 'Complete job',
    suggestion: '',
    isOptional: true,
    done: 'The job completed.',
    run: (id, text) => workspaceClient().completeJob(id, text === '' ? undefined : text),
    icon: CircleCheck,
  },
} as const satisfies Record<string, ActionDefinition>;

type JobAction = keyof typeof ACTIONS;

interface JobActionsProps {
  readonly id: string;
  readonly job: JobInfo;
  readonly status: Status;
}

export function JobActions({ id, job, status }: JobActionsProps) {
  const open = useSignal<JobAction | undefined>(undefined);
  // Outlives the form: an event can end the job, and remove the form, before the error of an action arrives.
  const error = useFormError();
  if (status === 'completed' || status === 'failed')
    return (
      <>
        <p class="muted">The job has ended. Its state is final.</p>
        <FieldError error={error} />
      </>
    );
  const question =
    status === 'awaiting_input' && job.timeline?.findLast((part) => part.status === 'awaiting_input')?.text;
  return (
    <div class="stack tight">
      {question && (
        <>
          <blockquote class="note preformatted" dir="auto">
            {question}
          </blockquote>
          <ReplyForm id={id} />
        </>
      )}
      <div class="buttons">
        {(Object.keys(ACTIONS) as JobAction[]).map((action) => {
          const { button, icon: Icon } = ACTIONS[action];
          return (
            <button
              type="button"
              key={action}
              aria-expanded={open.value === action}
              onClick={() => {
                open.value = open.value === action ? undefined : action;
                error.clear();
              }}
            >
              <Icon aria-hidden />
              {button}
            </button>
          );
        })}
        <button
          type="button"
          onClick={() => void runWithToast(() => workspaceClient().stallJob(id), 'The job stalls.')}
        >
          <Hourglass aria-hidden />
          Stall
        </button>
      </div>
      {open.value && (
        <ActionForm
          id={id}
          action={open.value}
          error={error}
          onDone={() => (open.value = undefined)}
          key={open.value}
        />
      )}
    </div>
  );
}

interface ActionFormProps {
  readonly id: string;
  readonly action: JobAction;
  readonly error: FormError;
  readonly onDone: () => void;
}

function ActionForm({ id, action, error, onDone }: ActionFormProps) {
  const definition: ActionDefinition = ACTIONS[action];
  const text = useSignal(definition.suggestion);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await error.attempt(() => definition.run(id, text.value)))) return;
    showToast(definition.done);
    onDone();
  };
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      <label>
        {definition.label}
        <textarea
          rows={2}
          dir="auto"
          required={!definition.isOptional}
          maxLength={definition.isOptional ? 200 : 4000}
          placeholder={definition.isOptional ? 'from the scenario' : ''}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            error.clear();
          }}
        />
      </label>
      <FieldError error={error} />
      <span class="buttons">
        <button type="submit" class="button-primary">
          {definition.submit}
        </button>
      </span>
    </form>
  );
}
