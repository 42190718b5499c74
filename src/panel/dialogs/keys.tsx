/** The list of all keyboard shortcuts. */
import { Dialog } from '../parts/dialog.js';
import { SHORTCUTS } from '../shortcuts.js';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(({ shown, what }) => (
          <div key={what}>
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>↑</kbd>
            <kbd>↓</kbd>
          </dt>
          <dd>Go from row to row in a list</dd>
        </div>
      </dl>
    </Dialog>
  );
}
