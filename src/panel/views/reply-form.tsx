/** A form for the reply to a question, with a suggested text. */
import { useSignal } from '@preact/signals';
import { CornerDownLeft } from 'lucide-preact';
import { workspaceClient } from '../api/client.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { showToast } from '../state/toasts.js';

const SUGGESTION = 'People who decide about budgets.';

interface ReplyFormProps {
  readonly id: string;
  /** In a row: one line, without an error below it. */
  readonly isCompact?: boolean;
}

export function ReplyForm({ id, isCompact = false }: ReplyFormProps) {
  const text = useSignal(SUGGESTION);
  const error = useFormError();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await error.attempt(() => workspaceClient().replyToJob(id, text.value)))
      showToast('The reply was sent.');
    else if (isCompact) showToast(error.text.value, true);
  };
  const field = {
    dir: 'auto' as const,
    required: true,
    maxLength: 4000,
    value: text.value,
    onInput({ currentTarget: { value } }: { currentTarget: { value: string } }) {
      text.value = value;
      error.clear();
    },
  };
  return (
    <form class={'cluster reply'} onSubmit={(event) => void send(event)}>
      {isCompact ? (
        <input type="text" aria-label="Your reply" {...field} />
      ) : (
        <>
          <textarea rows={2} aria-label="Your reply" {...field} />
          <FieldError error={error} />
        </>
      )}
      <button type="submit" class={isCompact ? '' : 'button-primary'}>
        <CornerDownLeft aria-hidden />
        Reply
      </button>
    </form>
  );
}
