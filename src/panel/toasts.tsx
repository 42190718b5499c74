/** Shows the current toast: what was done, or why it failed. Screen readers announce it. */
import { CircleAlert, CircleCheck, X } from 'lucide-preact';
import { dismissToast, toast } from './state/toasts.js';

export function Toasts() {
  const { value } = toast;
  return (
    <div class="said" role="status" aria-live="polite">
      {value && (
        <p class={value.isError ? 'trouble' : ''}>
          {value.isError ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <span dir="auto">{value.text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={dismissToast}>
            <X aria-hidden />
          </button>
        </p>
      )}
    </div>
  );
}
