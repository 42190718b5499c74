/** What a client gets at the selected time: the response to its poll, and before it those to its reply and its start. */
import type { PreviewResponse } from '../../generated/control-api.js';
import { Code, prettyIfJson } from '../components/code.js';
import { formatOffset } from './format-offset.js';
import { outcomeOf } from '../../ui/outcome.js';

const REQUEST_NAMES: Readonly<Record<PreviewResponse['request'], string>> = {
  start: 'Start',
  poll: 'Poll',
  reply: 'Reply',
};

/** The newest first: the poll is what the selected time is about. */
export function PreviewResponses({ responses }: { readonly responses: readonly PreviewResponse[] }) {
  const [newest, ...others] = responses.toReversed();
  return (
    <div class="stack tight preview-responses">
      {newest && (
        <>
          <h3 class="cluster wrap">
            <ResponseTitle response={newest} />
          </h3>
          <ResponseBody response={newest} />
        </>
      )}
      {others.map((response) => (
        <details key={response.request}>
          <summary>
            <span class="cluster wrap">
              <ResponseTitle response={response} />
            </span>
          </summary>
          <ResponseBody response={response} />
        </details>
      ))}
    </div>
  );
}

function ResponseTitle({
  response: { request, at, status, headers, fault },
}: {
  readonly response: PreviewResponse;
}) {
  const retryAfter = headers.find(([name]) => name === 'Retry-After')?.[1];
  return (
    <>
      {REQUEST_NAMES[request]} at {formatOffset(at)}
      <span class={`outcome ${outcomeOf(status === 0 ? 500 : status)}`}>
        {status === 0 ? 'no response' : status}
      </span>
      {retryAfter !== undefined && <span class="small">Retry-After: {retryAfter}</span>}
      {fault !== undefined && <span class="tag fault">{fault}</span>}
    </>
  );
}

function ResponseBody({ response: { request, body } }: { readonly response: PreviewResponse }) {
  if (body === '') return <p class="muted small">Without a body.</p>;
  return <Code text={prettyIfJson(body)} label={`Response to the ${request}`} />;
}
