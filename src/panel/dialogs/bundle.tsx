/** Downloads a bundle: everything that a colleague needs to open the workspace at this moment, in one file. */
import { useSignal } from '@preact/signals';
import { Package } from 'lucide-preact';
import { workspaceVerbs } from '../api/verbs.js';
import { Dialog } from '../parts/dialog.js';
import { downloadBlob } from '../parts/download.js';
import { FieldError, useFormError } from '../parts/field-error.js';
import { isLive } from '../state/connection.js';
import { workspaceId } from '../state/route.js';
import { showToast } from '../state/toasts.js';

interface BundleDialogProps {
  /** The job that the bundle is about; undefined for the newest. */
  readonly job: string | undefined;
  readonly onClose: () => void;
}

export function BundleDialog({ job, onClose }: BundleDialogProps) {
  const note = useSignal('');
  const hasTexts = useSignal(false);
  const error = useFormError();
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const isSaved = await error.attempt(async () => {
      const file = await workspaceVerbs.bundle({
        ...(job !== undefined && { job }),
        ...(note.value.trim() && { note: note.value }),
        ...(hasTexts.value && { texts: 'true' }),
      });
      downloadBlob(`${workspaceId.value}.deckhand.zip`, file);
      showToast('Bundle saved. deckhand open shows it.');
    });
    if (isSaved) onClose();
  };
  return (
    <Dialog title="Save a bundle" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <p class="small">
          One file with the recording, a snapshot, a replay, a report and your note. It has no keys. A
          colleague opens it with <code>deckhand open</code>.
        </p>
        <label>
          Note
          <textarea
            rows={3}
            dir="auto"
            maxLength={4000}
            placeholder="What is wrong, and what you expected"
            value={note.value}
            onInput={({ currentTarget }) => {
              note.value = currentTarget.value;
              error.clear();
            }}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={hasTexts.value}
            onChange={({ currentTarget }) => (hasTexts.value = currentTarget.checked)}
          />
          Keep prompts, titles, questions and slides
        </label>
        <FieldError error={error} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="strong" disabled={!isLive.value}>
            <Package aria-hidden />
            Save bundle
          </button>
        </div>
      </form>
    </Dialog>
  );
}
