/** The whole state of the workspace, into a file and back out of one. */
import { Download, Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { Snapshot } from '../../generated/control-api.js';
import { Trouble } from '../api/client.js';
import { workspaceVerbs } from '../api/verbs.js';
import { download } from '../parts/download.js';
import { workspaceId } from '../state/route.js';
import { attempt, say } from '../state/said.js';

/** Of something that is none the first reason is enough; one that is wrong in a single place was changed or damaged. */
function refuse(error: unknown, file: string, sent: unknown): never {
  if (!(error instanceof Trouble) || error.reasons.length === 0) throw error;
  const { code, reasons } = error;
  const isLikeOne = typeof sent === 'object' && sent !== null && 'digest' in sent && reasons.length === 1;
  const what = isLikeOne ? 'was not put back' : 'is no Deckhand snapshot';
  throw new Trouble(code, `${file} ${what}: ${reasons[0]}`);
}

export function SnapshotSection() {
  const picker = useRef<HTMLInputElement>(null);
  const save = async (): Promise<void> => {
    download(`${workspaceId.value}-snapshot.json`, await workspaceVerbs.snapshot());
  };
  const load = async (file: File): Promise<void> => {
    let snapshot: Snapshot;
    try {
      snapshot = JSON.parse(await file.text()) as Snapshot;
    } catch {
      say(`${file.name} is not JSON.`, true);
      return;
    }
    await attempt(
      () => workspaceVerbs.restore(snapshot).catch((error: unknown) => refuse(error, file.name, snapshot)),
      `${file.name} was put back.`,
    );
  };
  return (
    <section class="box" aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p class="small">
        Jobs, presentations, clock, scenarios, faults and traffic, without keys. Put back here or elsewhere,
        it behaves as it did.
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
          // The same file may be picked again.
          currentTarget.value = '';
        }}
      />
    </section>
  );
}
