/** What an app needs to use this workspace: base URL, API key, and lines for `.env`. */
import { useSignal } from '@preact/signals';
import { KeyRound } from 'lucide-preact';
import { workspaceClient } from '../api/client.js';
import { Code } from '../components/code.js';
import { CopyButton } from '../components/copy-button.js';
import { Dialog } from '../../ui/dialog.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { basePath } from '../state/base-path.js';
import { displayableKey } from '../../ui/displayable-key.js';
import { isLive } from '../state/connection.js';
import { workspace, workspaces } from '../state/workspace.js';

export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const created = useSignal<string | undefined>(undefined);
  const error = useFormError();
  const { id = '', name = '' } = workspace.value ?? {};
  const key = created.value ?? displayableKey(workspace.value);
  const baseUrl = location.origin + basePath.value;
  const env = `DECKHAND_BASE_URL=${baseUrl}\nDECKHAND_API_KEY=${key ?? '…'}`;
  const others = workspaces.value.length > 1;
  return (
    <Dialog title="Connect your app" onClose={onClose}>
      <p class="small">
        Requests with this key belong to the workspace {name === id ? id : `${name} (${id})`}.
        {others && ' The list at the top selects another.'}
      </p>
      <dl class="pairs">
        <CopyableRow name="Base URL" text={baseUrl} />
        {key === undefined ? (
          <>
            <dt>API key</dt>
            <dd class="cluster wrap">
              <span class="muted">Only the person who configured the keys knows their values.</span>
              <button
                type="button"
                disabled={!isLive.value}
                onClick={() =>
                  void error.attempt(
                    async () => (created.value = (await workspaceClient().createApiKey()).key),
                  )
                }
              >
                <KeyRound aria-hidden />
                Create a key
              </button>
            </dd>
          </>
        ) : (
          <CopyableRow name="API key" text={key} />
        )}
      </dl>
      <FieldError error={error} />
      {created.value !== undefined && <p class="small">Copy the new key now. It is not shown again.</p>}
      <div class="stack tight">
        <div class="line">
          <h3>.env</h3>
          <CopyButton isQuiet label="Copy the lines" text={() => env} />
        </div>
        <Code text={env} label="Lines for .env" />
        <p class="small">
          A bundler passes only names with its prefix to a page: <code>VITE_DECKHAND_BASE_URL</code>,{' '}
          <code>NEXT_PUBLIC_DECKHAND_BASE_URL</code>.
        </p>
      </div>
    </Dialog>
  );
}

function CopyableRow({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd class="cluster wrap">
        <code class="key">{text}</code>
        <CopyButton isQuiet label={`Copy the ${name === 'API key' ? 'key' : 'base URL'}`} text={() => text} />
      </dd>
    </>
  );
}
