/** Renders the quick start: the base URL, the key, and requests that work as shown. */
import { listEndpoints, type ReferenceDocument } from './endpoints.js';
import { renderCopyable } from './html.js';
import { DEFAULT_BASE_URL, DEFAULT_KEY, renderRequest } from './render-request.js';

export function renderQuickStart(contract: ReferenceDocument): string {
  const block = (id: string, does: string, send: string): string => {
    const endpoint = listEndpoints(contract).find(({ operation }) => operation.operationId === id);
    if (!endpoint) throw new Error(`The contract has no operation ${id}`);
    return renderRequest(contract, endpoint, { name: `Quick start: ${send}`, does, send });
  };
  return `<section id="quick-start" class="stack quick-start" aria-labelledby="quick-start-title">
<h2 id="quick-start-title"><a class="anchor" href="#quick-start">Quick start</a></h2>
<p class="lead">A client starts a job with a prompt, polls it, replies if the job asks a question, and gets a presentation or an error. This is a mock server: no request leaves this machine.</p>
<ol class="stack">
<li class="stack tight"><h3>Use this base URL</h3>${renderCopyable(DEFAULT_BASE_URL, 'the base URL', 'base')}</li>
<li class="stack tight"><h3>Send the key in one header</h3>${renderCopyable(`x-api-key: ${DEFAULT_KEY}`, 'the header with the key', 'header')}
<p class="small" data-key-known><code>Authorization: Bearer <span data-fill="key">${DEFAULT_KEY}</span></code> works too. A key such as <code>sandbox-anything</code> opens its own empty workspace.</p>
<p data-key-missing hidden>Enter your key above: one that <code>deckhand serve</code> printed, or that you passed with <code>--api-key</code>.</p></li>
<li class="stack tight"><h3>Start a job</h3>${block('startGeneration', 'starts a job', 'Send it from here')}</li>
<li class="stack tight"><h3>Poll it every few seconds, until it is completed or failed</h3>${block('getGenerationStatus', 'polls the job', 'Poll it from here')}</li>
</ol>
<p>The document itself: <a href="../openapi.yaml">openapi.yaml</a>, <a href="../openapi.json">openapi.json</a>. TypeScript gets its types from <code>deckhand/types</code>.</p>
</section>`;
}
