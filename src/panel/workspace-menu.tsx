/** The workspace menu: saves and restores a snapshot, resets the workspace, and switches its API on and off. */
import { Download, Ellipsis, RotateCcw, Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { Snapshot } from '../generated/control-api.js';
import { ApiError, workspaceClient } from './api/client.js';
import { download } from './components/download.js';
import { closeMenu, Menu } from './components/menu.js';
import { isLive } from './state/connection.js';
import { currentDialog } from './state/dialogs.js';
import { workspaceId } from './state/route.js';
import { runWithToast, showToast } from './state/toasts.js';
import { workspace } from './state/workspace.js';

const downloadSnapshot = async (): Promise<void> =>
  download(`${workspaceId.value}-snapshot.json`, await workspaceClient().snapshot());

async function uploadSnapshot(file: File): Promise<void> {
  let snapshot: Snapshot;
  try {
    snapshot = JSON.parse(await file.text()) as Snapshot;
  } catch {
    showToast(`${file.name} is not JSON.`, true);
    return;
  }
  await runWithToast(
    () => workspaceClient().restore(snapshot).catch(prefixFileName(file.name)),
    `${file.name} was restored.`,
  );
}

/** A file that is not a snapshot has very many errors, so only the first is shown. */
const prefixFileName =
  (file: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.details.length === 0) throw error;
    throw new ApiError(error.code, `${file} is not a valid snapshot: ${error.details[0]}`);
  };

export function WorkspaceMenu() {
  const picker = useRef<HTMLInputElement>(null);
  const isOn = workspace.value?.api_enabled === true;
  const items = [
    { icon: Download, text: 'Save a snapshot', run: () => void runWithToast(downloadSnapshot) },
    { icon: Upload, text: 'Restore a snapshot', run: () => picker.current?.click() },
    { icon: RotateCcw, text: 'Reset the workspace', run: () => (currentDialog.value = { kind: 'reset' }) },
  ];
  const switchApi = (api_enabled: boolean): Promise<boolean> =>
    runWithToast(
      () => workspaceClient().update({ api_enabled }),
      api_enabled ? 'The API is on.' : 'The API is off: requests with the keys of this workspace get 403.',
    );
  return (
    <>
      <Menu
        label="Menu of the workspace"
        isQuiet
        button={
          <>
            <Ellipsis aria-hidden />
            <span class="visually-hidden">Menu of the workspace</span>
          </>
        }
      >
        <ul>
          {items.map(({ icon: Icon, text, run }) => (
            <li key={text}>
              <button
                type="button"
                class="button-plain"
                disabled={!isLive.value}
                onClick={() => {
                  closeMenu();
                  run();
                }}
              >
                <Icon aria-hidden />
                {text}
              </button>
            </li>
          ))}
        </ul>
        <label class="cluster">
          <input
            type="checkbox"
            role="switch"
            checked={isOn}
            disabled={!isLive.value}
            onChange={({ currentTarget: { checked } }) => void switchApi(checked)}
          />
          API enabled
        </label>
      </Menu>
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        aria-label="Snapshot file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void uploadSnapshot(file);
          // Without this, selecting the same file again fires no event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
