/** Shows the current toast: what was done, or why it failed. Screen readers announce it. Also offers notifications, once. */
import { Bell, CircleAlert, CircleCheck, X } from 'lucide-preact';
import { closeOffer, isOffered } from './state/alerts.js';
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
      {isOffered.value && !value && (
        <p>
          <Bell aria-hidden />
          Notify you of questions while this tab is hidden?
          <button type="button" class="quiet" onClick={() => void closeOffer(true)}>
            Yes
          </button>
          <button type="button" class="quiet" onClick={() => void closeOffer(false)}>
            No
          </button>
        </p>
      )}
    </div>
  );
}
