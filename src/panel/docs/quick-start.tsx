/** The first three things to know: the address, the key, and a request that works as shown. */
import { endpointsOf, mediaOf, type Contract } from './contract.js';
import { CopyCode } from './copy-code.js';
import { key, typedKey } from './key.js';
import { knownIds } from './known-ids.js';
import { curlOf } from './request.js';
import { SendButton } from './send-button.js';

interface QuickStartProps {
  readonly contract: Contract;
  readonly baseUrl: string;
}

export function QuickStart({ contract, baseUrl }: QuickStartProps) {
  const start = endpointsOf(contract).find(({ operation }) => operation.operationId === 'startGeneration');
  const example = mediaOf(contract, start?.operation.requestBody?.content)?.examples[0]?.value;
  const draft = {
    method: 'POST',
    url: `${baseUrl}${start?.path ?? ''}`,
    key: key.value,
    body: JSON.stringify(example),
  };
  const { generationId } = knownIds.value;
  const poll = {
    method: 'GET',
    url: `${baseUrl}/presentations/generate/${generationId ?? ''}/status`,
    key: key.value,
    body: undefined,
  };
  return (
    <section id="quick-start" class="quick-start" aria-labelledby="quick-start-title">
      <h2 id="quick-start-title">Quick start</h2>
      <p class="lead">
        A client starts a job with a prompt, polls it, replies if the job asks a question, and gets a
        presentation or an error. This is a mock of the service: no request leaves this machine.
      </p>
      <ol>
        <li>
          <h3>Use this base address</h3>
          <CopyCode text={baseUrl} label="the base address" />
        </li>
        <li>
          <h3>Send the key in one header</h3>
          <CopyCode text={`x-api-key: ${key.value}`} label="the header with the key" />
          {typedKey.value === '' ? (
            <p>
              Enter your key above: one that <code>deckhand serve</code> printed, or that you gave it with{' '}
              <code>--key</code>.
            </p>
          ) : (
            <p class="small">
              <code>Authorization: Bearer {key.value}</code> works too. A key such as{' '}
              <code>sandbox-anything</code> opens an empty workspace of its own.
            </p>
          )}
        </li>
        <li>
          <h3>Start a job</h3>
          <CopyCode text={curlOf(draft)} label="the command that starts a job" />
          <SendButton draft={draft} label="Send it from here" />
        </li>
        <li>
          <h3>Poll it every few seconds, until it is completed or failed</h3>
          {generationId === undefined ? (
            <p class="small">Start a job, and the command with its id appears here.</p>
          ) : (
            <>
              <CopyCode text={curlOf(poll)} label="the command that polls the job" />
              <SendButton draft={poll} label="Poll it from here" />
            </>
          )}
        </li>
      </ol>
      <p>
        The document itself: <a href="../openapi.yaml">openapi.yaml</a>,{' '}
        <a href="../openapi.json">openapi.json</a>. Types for TypeScript: <code>npx --no deckhand types</code>
        .
      </p>
    </section>
  );
}
