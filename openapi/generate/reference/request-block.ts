// A request of the reference: its commands to copy, and a button that sends it. The script of the page fills in the address, the
// key and the ids of the server; without the script, the values of `deckhand serve` without options stay.
import { escapeHtml } from '../../../src/base/escape-html.js';
import { curlOf, fetchOf, type RequestDraft } from '../../../src/panel/docs/commands.js';
import { mediaOf, type Contract, type Endpoint } from './contract.js';
import { copyBlock } from './markup.js';

export const BASE_URL = 'http://127.0.0.1:4010/api/v1';
export const KEY = 'deckhand-dev-key';

/** Stands for an id until the script knows one. */
const EXAMPLE_IDS: Readonly<Record<string, string>> = { generationId: 'gen_…', id: 'pres_…' };

interface RequestNames {
  /** The accessible name of the group. */
  readonly name: string;
  /** The name of the button. */
  readonly send: string;
  /** What the commands do, such as `starts a job`. */
  readonly does: string;
}

/** The first body that the contract gives as an example. */
function exampleOf(contract: Contract, { operation }: Endpoint): unknown {
  return mediaOf(contract, operation.requestBody)?.examples[0]?.value;
}

/** The commands and the button, without fields. */
export function requestBlock(contract: Contract, endpoint: Endpoint, names: RequestNames): string {
  const example = exampleOf(contract, endpoint);
  const body = example === undefined ? '' : ` data-body="${escapeHtml(JSON.stringify(example))}"`;
  return `${opening('request', endpoint, names)}${body}>
${commands(contract, endpoint, names)}
</div>`;
}

/** The commands and the button, with a field for each id and for the body. */
export function tryIt(contract: Contract, endpoint: Endpoint, names: RequestNames): string {
  const example = exampleOf(contract, endpoint);
  const ids = endpoint.parameters.map(
    ({ name }) =>
      `<label><span class="mono">${escapeHtml(name)}</span><input type="text" class="mono" data-id="${escapeHtml(name)}" placeholder="${escapeHtml(EXAMPLE_IDS[name] ?? '')}" spellcheck="false" autocomplete="off"></label>`,
  );
  return `${opening('try request', endpoint, names)}>
<h3>Try it</h3>
${ids.join('\n')}
${example === undefined ? '' : bodyField(JSON.stringify(example, null, 2))}
${commands(contract, endpoint, names)}
</div>`;
}

function bodyField(json: string): string {
  // A line break after the start tag is not part of the value.
  return `<label><span>Body</span><textarea class="mono" rows="${json.split('\n').length}" spellcheck="false" autocomplete="off">
${escapeHtml(json)}</textarea></label>`;
}

function opening(classes: string, { method, path }: Endpoint, { name }: RequestNames): string {
  return `<div class="${classes}" role="group" aria-label="${escapeHtml(name)}" data-method="${method}" data-path="${escapeHtml(path)}"`;
}

function commands(contract: Contract, endpoint: Endpoint, { send, does }: RequestNames): string {
  const example = exampleOf(contract, endpoint);
  const draft: RequestDraft = {
    method: endpoint.method,
    url: BASE_URL + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => EXAMPLE_IDS[name] ?? ''),
    key: KEY,
    body: example === undefined ? undefined : JSON.stringify(example),
  };
  const [needed] = endpoint.parameters;
  return `${needed ? missingNote(needed.name) : ''}
<div class="ready">
${copyBlock(curlOf(draft), `the curl command that ${does}`, 'curl')}
<details><summary>fetch</summary>${copyBlock(fetchOf(draft), `the fetch call that ${does}`, 'fetch')}</details>
<button type="button" class="strong" data-send>${escapeHtml(send)}</button>
<div class="received"><div role="status"></div></div>
</div>`;
}

/** Shown by the script while there is no id. */
function missingNote(parameter: string): string {
  const note =
    parameter === 'id'
      ? 'There is no presentation yet. <a href="#createPresentation">Create one</a>, or complete a job.'
      : 'There is no job yet. <a href="#startGeneration">Start one</a>.';
  return `<p class="missing small" hidden>${note}</p>`;
}
