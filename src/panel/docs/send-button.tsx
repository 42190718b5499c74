/** Sends a request of the reference, and shows its response. */
import { SendHorizontal } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Code, prettyIfJson } from '../parts/code.js';
import { formatDuration } from '../parts/format.js';
import { learnIds } from './known-ids.js';
import { send, type Received, type RequestDraft } from './request.js';

interface SendButtonProps {
  readonly draft: RequestDraft;
  readonly label: string;
}

type Outcome = Received | { readonly failure: string };

export function SendButton({ draft, label }: SendButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const submit = async (): Promise<void> => {
    setSending(true);
    const result = await send(draft).catch((error: unknown) => ({ failure: String(error) }));
    setOutcome(result);
    setSending(false);
    if ('text' in result && result.status < 300) learnIds(jsonOf(result.text));
  };
  return (
    <div class="send">
      <button type="button" class="strong" disabled={isSending} onClick={() => void submit()}>
        <SendHorizontal aria-hidden />
        {label}
      </button>
      <div role="status">{outcome && <ResponseLine outcome={outcome} />}</div>
      {outcome && 'text' in outcome && (
        <>
          {outcome.headers.length > 0 && (
            <p class="mono small headers">
              {outcome.headers.map(([name, value]) => (
                <span key={name}>
                  {name}: {value}
                </span>
              ))}
            </p>
          )}
          {outcome.text !== '' && (
            <Code text={prettyIfJson(outcome.text)} label={`Response to ${draft.method} ${draft.url}`} />
          )}
        </>
      )}
    </div>
  );
}

function ResponseLine({ outcome }: { readonly outcome: Outcome }) {
  if ('failure' in outcome)
    return <p class="trouble">No response: the connection broke, or the server has stopped.</p>;
  const { status, statusText, took } = outcome;
  return (
    <p class="response-line">
      <span class={`status-code s${Math.floor(status / 100)}`}>
        {status} {statusText}
      </span>
      <span class="small">{formatDuration(Math.max(1, Math.round(took)))}</span>
    </p>
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
