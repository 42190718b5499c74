/** Renders a request of the reference: its commands to copy, and a button that sends it. */
import { escapeHtml } from '../../src/base/escape-html.js';
import { toCurl, toFetch, type RequestDraft } from '../../src/reference/request-snippets.js';
import { getMediaType, type ReferenceDocument, type Endpoint } from './endpoints.js';
import { renderCopyable } from './html.js';

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4010/api/v1';
export const DEFAULT_KEY = 'deckhand-dev-key';

/** Placeholders until the script knows the ids. */
const EXAMPLE_IDS: Readonly<Record<string, string>> = { generationId: 'gen_…', id: 'pres_…' };

interface RequestLabels {
  /** The accessible name of the group. */
  readonly name: string;
  /** The name of the button. */
  readonly send: string;
  /** What the commands do, such as `starts a job`. */
  readonly does: string;
}

/** The first example of the request body in the spec. */
function findExample(contract: ReferenceDocument, { operation }: Endpoint): unknown {
  return getMediaType(contract, operation.requestBody)?.examples[0]?.value;
}

/** The commands and the button, without fields. */
export function renderRequest(contract: ReferenceDocument, endpoint: Endpoint, names: RequestLabels): string {
  const example = findExample(contract, endpoint);
  const body = example === undefined ? '' : ` data-body="${escapeHtml(JSON.stringify(example))}"`;
  return `${openingTag('request', endpoint, names)}${body}>
${renderSnippets(contract, endpoint, names)}
</div>`;
}

/** The commands and the button, with a field for each id and for the body. */
export function renderTryIt(contract: ReferenceDocument, endpoint: Endpoint, names: RequestLabels): string {
  const example = findExample(contract, endpoint);
  const ids = endpoint.parameters.map(
    ({ name }) =>
      `<label><span class="mono">${escapeHtml(name)}</span><input type="text" class="mono" data-id="${escapeHtml(name)}" placeholder="${escapeHtml(EXAMPLE_IDS[name] ?? '')}" spellcheck="false" autocomplete="off"></label>`,
  );
  return `${openingTag('stack try request', endpoint, names)}>
<h3>Try it</h3>
${ids.join('\n')}
${example === undefined ? '' : renderBodyField(JSON.stringify(example, null, 2))}
${renderSnippets(contract, endpoint, names)}
</div>`;
}

function renderBodyField(json: string): string {
  // A line break after the start tag is not part of the value.
  return `<label><span>Body</span><textarea class="mono" rows="${json.split('\n').length}" spellcheck="false" autocomplete="off">
${escapeHtml(json)}</textarea></label>`;
}

function openingTag(classes: string, { method, path }: Endpoint, { name }: RequestLabels): string {
  return `<div class="${classes}" role="group" aria-label="${escapeHtml(name)}" data-method="${method}" data-path="${escapeHtml(path)}"`;
}

function renderSnippets(
  contract: ReferenceDocument,
  endpoint: Endpoint,
  { send, does }: RequestLabels,
): string {
  const example = findExample(contract, endpoint);
  const draft: RequestDraft = {
    method: endpoint.method,
    url:
      DEFAULT_BASE_URL + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => EXAMPLE_IDS[name] ?? ''),
    key: DEFAULT_KEY,
    body: example === undefined ? undefined : JSON.stringify(example),
  };
  const [parameter] = endpoint.parameters;
  return `${parameter ? renderMissingIdNote(parameter.name) : ''}
<div class="stack ready">
${renderCopyable(toCurl(draft), `the curl command that ${does}`, 'curl')}
<details><summary>fetch</summary>${renderCopyable(toFetch(draft), `the fetch call that ${does}`, 'fetch')}</details>
<p><button type="button" class="button-primary" data-send>${escapeHtml(send)}</button></p>
<div class="stack tight received"><div role="status"></div></div>
</div>`;
}

/** Shown by the script while there is no id. */
function renderMissingIdNote(parameter: string): string {
  const note =
    parameter === 'id'
      ? 'There is no presentation yet. <a href="#createPresentation">Create one</a>, or complete a job.'
      : 'There is no job yet. <a href="#startGeneration">Start one</a>.';
  return `<p class="missing small" hidden>${note}</p>`;
}
