/** The marks of the workspace's keys, and a button for a new key. The value of a new key is shown once and not stored. */
import { useSignal } from '@preact/signals';
import { KeyRound } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { workspaceVerbs } from '../api/verbs.js';
import { CopyButton } from '../parts/copy-button.js';
import { attempt } from '../state/toasts.js';
import { workspace } from '../state/workspace.js';

export function KeysSection() {
  const created = useSignal<string | undefined>(undefined);
  const create = async (): Promise<void> => {
    await attempt(async () => (created.value = (await workspaceVerbs.createKey()).key));
  };
  const marks = workspace.value?.keys ?? [];
  return (
    <section class="box" aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <p class="small">The marks that its keys have in the traffic. The keys themselves are kept nowhere.</p>
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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="new-key" onClose={onClose}>
      <h2 id="new-key">Your new key</h2>
      <p>Copy it now: it is shown this once, and cannot be read again.</p>
      <output class="key mono">{value}</output>
      <div class="buttons">
        <CopyButton label="Copy the key" text={() => value} />
        <button type="button" class="strong" onClick={() => dialog.current?.close()}>
          I have it
        </button>
      </div>
    </dialog>
  );
}
