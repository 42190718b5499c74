/** Shows the current toast: the result of an action, or its error. Screen readers announce it. */
import { CircleAlert, CircleCheck, X } from 'lucide-preact';
import { dismissToast, toast } from '../state/toasts.js';

export function Toasts() {
  const { value } = toast;
  return (
    <div class="toast" role="status" aria-live="polite">
      {value && (
        <p class={value.isError ? 'cluster floating error' : 'cluster floating'}>
          {value.isError ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <span dir="auto">{value.text}</span>
          <button type="button" class="button-plain" aria-label="Dismiss" onClick={dismissToast}>
            <X aria-hidden />
          </button>
        </p>
      )}
    </div>
  );
}
