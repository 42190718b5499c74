/** Renders the API reference, a static page, from the contract when the package is built. */
import { escapeHtml } from '../../src/base/escape-html.js';
import { listEndpoints, type ReferenceDocument } from './endpoints.js';
import { renderLegend } from './render-provenance.js';
import { renderMethod } from './html.js';
import { renderOperation } from './render-operation.js';
import { renderQuickStart } from './render-quick-start.js';

/** The content of the page below its bar. */
export function renderReference(document: object): string {
  const contract = document as ReferenceDocument;
  const endpoints = listEndpoints(contract);
  const links = endpoints.map(
    ({ method, operation: { operationId, summary } }) =>
      `<a class="cluster" href="#${operationId}">${renderMethod(method)}${escapeHtml(summary)}</a>`,
  );
  return `<nav class="contents" aria-label="Contents">
<a class="cluster" href="#quick-start">Quick start</a>
${links.join('\n')}
<a class="cluster" href="#provenance">Documented or assumed?</a>
</nav>
<main class="stack">
${renderQuickStart(contract)}
${endpoints.map((endpoint) => renderOperation(contract, endpoint)).join('\n')}
${renderLegend(contract['x-spec-sections'])}
</main>`;
}
