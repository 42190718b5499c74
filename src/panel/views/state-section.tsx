/** Saves the whole state of the workspace to a file, and loads it from one. */
import { Download, Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { SavedState } from '../../generated/control-api.js';
import { ApiError, here } from '../api/client.js';
import { download } from '../parts/download.js';
import { workspaceId } from '../state/route.js';
import { attempt, showToast } from '../state/toasts.js';

const save = async (): Promise<void> => download(`${workspaceId.value}-moment.json`, await here().save());

async function load(file: File): Promise<void> {
  let state: SavedState;
  try {
    state = JSON.parse(await file.text()) as SavedState;
  } catch {
    showToast(`${file.name} is not JSON.`, true);
    return;
  }
  await attempt(() => here().load(state).catch(nameFile(file.name)), `${file.name} loaded.`);
}

/** A file of another kind has very many mistakes. The first one says enough. */
const nameFile =
  (file: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.reasons.length === 0) throw error;
    throw new ApiError(error.code, `${file} is not a saved state that can be loaded: ${error.reasons[0]}`);
  };

export function StateSection() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <section class="box" aria-labelledby="state">
      <h2 id="state">Saved state</h2>
      <p class="small">
        Jobs, presentations, clock, scenarios, faults and traffic, without keys. Loaded here or elsewhere, the
        workspace continues from this moment.
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
        aria-label="File of a saved state"
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
