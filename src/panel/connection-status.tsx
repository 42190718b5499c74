/** Shows why the panel has no connection: lost, denied, or an unknown workspace. */
import { useSignal } from '@preact/signals';
import { CloudOff, KeyRound, LoaderCircle, SearchX, ShieldAlert } from 'lucide-preact';
import { Notice } from './components/notice.js';
import { connection } from './state/connection.js';
import { buildHref } from './state/route.js';
import { storeToken, token } from './state/token.js';
import { pollNow } from './state/poll-schedule.js';
import { workspace } from './state/workspace.js';

export function ConnectionStatus() {
  const { value } = connection;
  switch (value.kind) {
    case 'live':
      return null;
    case 'connecting':
      return (
        <div class="cluster connecting" role="status">
          <LoaderCircle aria-hidden class="spinning" />
          Connecting…
        </div>
      );
    case 'lost':
      return workspace.value ? (
        <div class="cluster lost" role="alert">
          <CloudOff aria-hidden />
          <span>{value.message} The panel shows the last known state.</span>
          <button type="button" onClick={pollNow}>
            Try now
          </button>
        </div>
      ) : (
        <Notice icon={CloudOff} title="Deckhand is not responding">
          <p>The panel tries again every few seconds.</p>
          <button type="button" onClick={pollNow}>
            Try now
          </button>
        </Notice>
      );
    case 'token':
      return <TokenForm message={value.message} />;
    case 'denied':
      return (
        <Notice icon={ShieldAlert} title="Access denied">
          <p>{value.message}</p>
        </Notice>
      );
    case 'workspace-not-found':
      return (
        <Notice icon={SearchX} title="No such workspace">
          <p>{value.message}</p>
          <a class="button" href={buildHref({ workspace: 'ws_dev', view: 'jobs' })}>
            Go to ws_dev
          </a>
        </Notice>
      );
  }
}

function TokenForm({ message }: { readonly message: string }) {
  const text = useSignal('');
  const isInvalid = token.value !== '';
  const send = (event: Event): void => {
    event.preventDefault();
    storeToken(text.value.trim());
  };
  return (
    <Notice icon={KeyRound} title="Control token required">
      <p>
        {isInvalid ? 'This token is invalid. ' : ''}Enter the value of --control-token, or of controlToken.
      </p>
      <form class="cluster wrap fields" onSubmit={send}>
        <label>
          Control token
          <input
            type="password"
            autocomplete="off"
            required
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <button type="submit" class="button-primary">
          Continue
        </button>
      </form>
      <p class="small">{message}</p>
    </Notice>
  );
}
