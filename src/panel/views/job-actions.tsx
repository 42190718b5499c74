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
    done: 'The job asks now.',
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
    label: 'Title of the deck',
    submit: 'Complete job',
    suggestion: '',
    isOptional: true,
    done: 'The job completed.',
    run: (id, text) => workspaceClient().completeJob(id, text === '' ? undefined : text),
    icon: CircleCheck,
  },
} as const satisfies Record<string, ActionDefinition>;

type JobAction = keyof typeof ACTIONS;

interface JobVerbsProps {
  readonly id: string;
  readonly job: JobInfo;
  readonly status: Status;
}

export function JobActions({ id, job, status }: JobVerbsProps) {
  const open = useSignal<JobAction | undefined>(undefined);
  // It outlives the form, because an event can end the job before the response of an action says why it is refused.
  const error = useFormError();
  if (status === 'completed' || status === 'failed')
    return (
      <>
        <p class="quiet-text">The job has ended. Its state is final.</p>
        <FieldError error={error} />
      </>
    );
  const question =
    status === 'awaiting_input' && job.timeline?.findLast((part) => part.status === 'awaiting_input')?.text;
  return (
    <div class="verbs">
      {question && (
        <>
          <blockquote class="question" dir="auto">
            {question}
          </blockquote>
          <ReplyForm id={id} />
        </>
      )}
      <div class="buttons">
        {(Object.keys(ACTIONS) as JobAction[]).map((verb) => {
          const { button, icon: Icon } = ACTIONS[verb];
          return (
            <button
              type="button"
              key={verb}
              aria-expanded={open.value === verb}
              onClick={() => {
                open.value = open.value === verb ? undefined : verb;
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
          verb={open.value}
          error={error}
          onDone={() => (open.value = undefined)}
          key={open.value}
        />
      )}
    </div>
  );
}

interface VerbFormProps {
  readonly id: string;
  readonly verb: JobAction;
  readonly error: FormError;
  readonly onDone: () => void;
}

function ActionForm({ id, verb, error, onDone }: VerbFormProps) {
  const wording: ActionDefinition = ACTIONS[verb];
  const text = useSignal(wording.suggestion);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await error.attempt(() => wording.run(id, text.value)))) return;
    showToast(wording.done);
    onDone();
  };
  return (
    <form class="stack" onSubmit={(event) => void send(event)}>
      <label>
        {wording.label}
        <textarea
          rows={2}
          dir="auto"
          required={!wording.isOptional}
          maxLength={wording.isOptional ? 200 : 4000}
          placeholder={wording.isOptional ? 'from the scenario' : ''}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            error.clear();
          }}
        />
      </label>
      <FieldError error={error} />
      <span class="buttons">
        <button type="submit" class="strong">
          {wording.submit}
        </button>
      </span>
    </form>
  );
}
