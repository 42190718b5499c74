/** The error of a form. It disappears when the form succeeds or the input changes; a success keeps an error that appeared meanwhile. */
import { useSignal, type Signal } from '@preact/signals';
import { CircleAlert } from 'lucide-preact';
import { ApiError } from '../api/client.js';

export interface FormError {
  readonly text: Signal<string>;
  /** Runs an action, and shows its error. @returns whether it succeeded */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly clear: () => void;
}

export function useFormError(): FormError {
  const text = useSignal('');
  return {
    text,
    clear: () => (text.value = ''),
    async attempt(work) {
      const previous = text.value;
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        text.value = error.message;
        return false;
      }
      if (text.value === previous) text.value = '';
      return true;
    },
  };
}

export function FieldError({ error, id }: { readonly error: FormError; readonly id?: string }) {
  const { value } = error.text;
  return (
    <p class="cluster error" role="alert" id={id} hidden={value === ''}>
      {value !== '' && <CircleAlert aria-hidden size={16} />}
      <span dir="auto">{value}</span>
    </p>
  );
}
