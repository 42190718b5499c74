/** The marks of the workspace's keys, and a button for a new key. The value of a new key is shown once and not stored. */
import { useSignal } from '@preact/signals';
import { KeyRound } from 'lucide-preact';
import { here } from '../api/client.js';
import { CopyButton } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { attempt } from '../state/toasts.js';
import { workspace } from '../state/workspace.js';

export function KeysSection() {
  const created = useSignal<string | undefined>(undefined);
  const create = async (): Promise<void> => {
    await attempt(async () => (created.value = (await here().createKey()).key));
  };
  const marks = workspace.value?.keys ?? [];
  return (
    <section class="box" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="small">
        The fingerprints of its keys, as the traffic shows them. Deckhand does not store the keys.
      </p>
      <ul class="marks">
        {marks.map((mark) => (
          <li class="mono" key={mark}>
            {mark}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void create()}>
        <KeyRound aria-hidden />
        Create a key
      </button>
      {created.value !== undefined && (
        <NewKey value={created.value} onClose={() => (created.value = undefined)} />
      )}
    </section>
  );
}

function NewKey({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <Dialog title="New API key" onClose={onClose}>
      <p>Copy it now. It is not shown again.</p>
      <output class="key mono">{value}</output>
      <div class="buttons end">
        <CopyButton label="Copy the key" text={() => value} />
        <button type="button" class="strong" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
