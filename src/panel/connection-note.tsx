/** Shows why the panel has no connection: lost, refused, or an unknown workspace. */
import { useSignal } from '@preact/signals';
import { CloudOff, KeyRound, LoaderCircle, SearchX, ShieldAlert } from 'lucide-preact';
import { Notice } from './parts/notice.js';
import { connection } from './state/connection.js';
import { hrefOf } from './state/route.js';
import { keepToken, token } from './state/token.js';
import { askNow } from './state/turns.js';
import { workspace } from './state/workspace.js';

export function ConnectionNote() {
  const { value } = connection;
  switch (value.kind) {
    case 'live':
      return null;
    case 'connecting':
      return (
        <div class="connecting" role="status">
          <LoaderCircle aria-hidden class="spinning" />
          Connecting…
        </div>
      );
    case 'lost':
      return workspace.value ? (
        <div class="lost" role="alert">
          <CloudOff aria-hidden />
          <span>{value.message} The panel shows the last known state.</span>
          <button type="button" onClick={askNow}>
            Try now
          </button>
        </div>
      ) : (
        <Notice icon={CloudOff} title="Deckhand does not respond">
          <p>The panel tries again every few seconds.</p>
          <button type="button" onClick={askNow}>
            Try now
          </button>
        </Notice>
      );
    case 'token':
      return <TokenNote message={value.message} />;
    case 'refused':
      return (
        <Notice icon={ShieldAlert} title="Access refused">
          <p>{value.message}</p>
        </Notice>
      );
    case 'unknown':
      return (
        <Notice icon={SearchX} title="No such workspace">
          <p>{value.message}</p>
          <a class="button" href={hrefOf({ workspace: 'ws_dev', view: 'jobs' })}>
            Go to ws_dev
          </a>
        </Notice>
      );
  }
}

function TokenNote({ message }: { readonly message: string }) {
  const text = useSignal('');
  const isWrong = token.value !== '';
  const send = (event: Event): void => {
    event.preventDefault();
    keepToken(text.value.trim());
  };
  return (
    <Notice icon={KeyRound} title="Control token required">
      <p>{isWrong ? 'This token is wrong. ' : ''}Enter the value of --control-token, or of controlToken.</p>
      <form class="tools" onSubmit={send}>
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
        <button type="submit" class="strong">
          Continue
        </button>
      </form>
      <p class="small">{message}</p>
    </Notice>
  );
}
