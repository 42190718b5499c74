/** Saves the whole state of the workspace to a file, and restores it from one. */
import { Download, Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { Snapshot } from '../../generated/control-api.js';
import { ApiError, here } from '../api/client.js';
import { download } from '../parts/download.js';
import { workspaceId } from '../state/route.js';
import { attempt, showToast } from '../state/toasts.js';

/** Names the file in the error. A snapshot with one mistake was probably edited or damaged; other files are not snapshots. */
function refuse(error: unknown, file: string, sent: unknown): never {
  if (!(error instanceof ApiError) || error.reasons.length === 0) throw error;
  const { code, reasons } = error;
  const isLikeOne = typeof sent === 'object' && sent !== null && 'digest' in sent && reasons.length === 1;
  const what = isLikeOne ? 'was not restored' : 'is not a Deckhand snapshot';
  throw new ApiError(code, `${file} ${what}: ${reasons[0]}`);
}

export function SnapshotSection() {
  const picker = useRef<HTMLInputElement>(null);
  const save = async (): Promise<void> => {
    download(`${workspaceId.value}-snapshot.json`, await here().snapshot());
  };
  const load = async (file: File): Promise<void> => {
    let snapshot: Snapshot;
    try {
      snapshot = JSON.parse(await file.text()) as Snapshot;
    } catch {
      showToast(`${file.name} is not JSON.`, true);
      return;
    }
    await attempt(
      () =>
        here()
          .restore(snapshot)
          .catch((error: unknown) => refuse(error, file.name, snapshot)),
      `${file.name} restored.`,
    );
  };
  return (
    <section class="box" aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p class="small">
        Jobs, presentations, clock, scenarios, faults and traffic, without keys. Restored here or elsewhere,
        the workspace continues from this state.
      </p>
      <div class="buttons">
        <button type="button" onClick={() => void attempt(save)}>
          <Download aria-hidden />
          Save to a file
        </button>
        <button type="button" onClick={() => picker.current?.click()}>
          <Upload aria-hidden />
          Load from a file
        </button>
      </div>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label="Snapshot file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void load(file);
          // Without this, selecting the same file again fires no event.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
