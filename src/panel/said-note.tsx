/** What was done, or why it was not: said to eyes and to screen readers. */
import { CircleAlert, CircleCheck, X } from 'lucide-preact';
import { said, silence } from './state/said.js';

export function SaidNote() {
  const { value } = said;
  return (
    <div class="said" role="status" aria-live="polite">
      {value && (
        <p class={value.isTrouble ? 'trouble' : ''}>
          {value.isTrouble ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <span dir="auto">{value.text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={silence}>
            <X aria-hidden />
          </button>
        </p>
      )}
    </div>
  );
}
