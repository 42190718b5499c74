/** Renders one operation of the reference: its description, fields and responses, and a request to try. */
import { escapeHtml } from '../../src/base/escape-html.js';
import { outcomeOf } from '../../src/ui/outcome.js';
import { resolveReference, type BodyObject } from '../document.js';
import { getMediaType, type ReferenceDocument, type Endpoint } from './endpoints.js';
import { renderFields } from './render-fields.js';
import { buildFieldTree, type FieldTree } from './schema-fields.js';
import { renderJson, renderMethod, renderProse } from './html.js';
import { renderProvenance } from './render-provenance.js';
import { renderTryIt } from './render-request.js';

export function renderOperation(contract: ReferenceDocument, endpoint: Endpoint): string {
  const { method, path, parameters, operation } = endpoint;
  const { operationId, summary, description = '', requestBody, responses } = operation;
  const sections = contract['x-spec-sections'];
  const body = getMediaType(contract, requestBody);
  const parts = [
    `<h2 id="${operationId}-title"><a class="anchor" href="#${operationId}">${escapeHtml(summary)}</a></h2>`,
    `<p class="path mono">${renderMethod(method)} ${escapeHtml(path)}</p>`,
    `<p>${renderProse(description)}</p>`,
    renderProvenance(operation, sections),
    ...(parameters.length > 0 ? ['<h3>Path</h3>', renderFields(pathFields(endpoint), sections)] : []),
    ...(body ? ['<h3>Body</h3>', renderFields(buildFieldTree(contract, body.schema), sections, true)] : []),
    '<h3>Responses</h3>',
    ...Object.entries(responses).map(([status, response]) =>
      renderResponse(contract, operationId, status, resolveReference(contract, response)),
    ),
  ];
  const names = { name: `Try it: ${summary}`, send: 'Send', does: `calls ${operationId}` };
  return `<section id="${operationId}" class="stack operation" aria-labelledby="${operationId}-title">
<div class="stack about">
${parts.join('\n')}
</div>
${renderTryIt(contract, endpoint, names)}
</section>`;
}

function pathFields({ parameters }: Endpoint): FieldTree {
  const fields = parameters.map((parameter) => ({
    name: parameter.name,
    type: 'string',
    isRequired: true,
    source: parameter,
    shape: { fields: [], variants: [] },
  }));
  return { fields, variants: [] };
}

function renderResponse(
  contract: ReferenceDocument,
  operationId: string,
  status: string,
  response: BodyObject,
): string {
  const sections = contract['x-spec-sections'];
  const isSuccess = status.startsWith('2');
  const media = getMediaType(contract, response);
  const headers = Object.entries(response.headers ?? {}).map(
    ([name, header]) =>
      `<p class="small"><code>${escapeHtml(name)}</code> ${renderProse(resolveReference(contract, header).description ?? '')}</p>`,
  );
  const examples = (media?.examples ?? []).map(({ summary, value }, index) => {
    const label = `Example of ${status} for ${operationId}: ${summary}`;
    return `<details class="example"${!isSuccess && index === 0 ? ' open' : ''}><summary>Example: ${escapeHtml(summary)}</summary>${renderJson(value, label)}</details>`;
  });
  return `<details class="response"${isSuccess ? ' open' : ''}>
<summary><span class="outcome ${outcomeOf(status === 'default' ? 500 : Number(status))}">${status === 'default' ? 'other' : status}</span> ${renderProse(response.description ?? '')}</summary>
<div class="stack tight inside">
${renderProvenance(response, sections)}${headers.join('')}${media && isSuccess ? renderFields(buildFieldTree(contract, media.schema), sections) : ''}
${examples.join('\n')}
</div>
</details>`;
}
