/** A request for an operation: its path and body can be changed, copied as curl, and sent. */
import { useState } from 'preact/hooks';
import { prettyJson } from '../parts/code.js';
import { mediaOf, type Contract, type Endpoint } from './contract.js';
import { CopyCode } from './copy-code.js';
import { key } from './key.js';
import { knownIds, type IdName } from './known-ids.js';
import { curlOf } from './request.js';
import { SendButton } from './send-button.js';

interface TryItProps {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly endpoint: Endpoint;
}

export function TryIt({ contract, baseUrl, endpoint }: TryItProps) {
  const { method, path, parameters, operation } = endpoint;
  const { operationId, summary, requestBody } = operation;
  const example = mediaOf(contract, requestBody?.content)?.examples[0]?.value;
  const [body, setBody] = useState(example === undefined ? undefined : prettyJson(example));
  const [typedIds, setTypedIds] = useState<Readonly<Record<string, string>>>({});
  const idOf = (name: string): string => typedIds[name] ?? knownIds.value[name as IdName] ?? '';
  const missing = parameters.find(({ name }) => idOf(name) === '');
  const url = baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name)));
  const draft = { method, url, key: key.value, body };
  return (
    <div class="try" role="group" aria-label={`Try it: ${summary}`}>
      <h3>Try it</h3>
      {parameters.map(({ name }) => (
        <label key={name}>
          <span class="mono">{name}</span>
          <input
            type="text"
            class="mono"
            value={idOf(name)}
            placeholder={name === 'id' ? 'pres_…' : 'gen_…'}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setTypedIds({ ...typedIds, [name]: currentTarget.value.trim() })}
          />
        </label>
      ))}
      {body !== undefined && (
        <label>
          <span>Body</span>
          <textarea
            class="mono"
            rows={body.split('\n').length}
            value={body}
            spellcheck={false}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        </label>
      )}
      {missing ? (
        <p class="small">
          {missing.name === 'id' ? (
            <>
              There is no presentation yet. <a href="#createPresentation">Create one</a>, or complete a job.
            </>
          ) : (
            <>
              There is no job yet. <a href="#startGeneration">Start one</a>.
            </>
          )}
        </p>
      ) : (
        <>
          <CopyCode text={curlOf(draft)} label={`the command for ${operationId}`} />
          <SendButton draft={draft} label="Send" />
        </>
      )}
    </div>
  );
}
