// The API reference: a static page, made from the contract document when the package is built. Its small script is src/panel/docs/.
import { escapeHtml } from '../../../src/base/escape-html.js';
import { endpointsOf, type Contract } from './contract.js';
import { legend } from './marks.js';
import { methodLabel } from './markup.js';
import { operationSection } from './operation.js';
import { quickStart } from './quick-start.js';

/** The contents of the page below its bar. */
export function referenceBody(document: object): string {
  const contract = document as Contract;
  const endpoints = endpointsOf(contract);
  const links = endpoints.map(
    ({ method, operation: { operationId, summary } }) =>
      `<a href="#${operationId}">${methodLabel(method)}${escapeHtml(summary)}</a>`,
  );
  return `<nav class="contents" aria-label="Contents">
<a href="#quick-start">Quick start</a>
${links.join('\n')}
<a href="#marks">Documented or assumed?</a>
</nav>
<main>
${quickStart(contract)}
${endpoints.map((endpoint) => operationSection(contract, endpoint)).join('\n')}
${legend(contract['x-interface-sections'])}
</main>`;
}
