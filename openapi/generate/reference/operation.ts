// One operation of the reference: what it does, its fields and responses, and a request to try.
import { escapeHtml } from '../../../src/base/escape-html.js';
import { resolve, type Body } from '../../document.js';
import { mediaOf, type Contract, type Endpoint } from './contract.js';
import { fieldRows } from './field-rows.js';
import { shapeOf, type Shape } from './fields.js';
import { jsonBlock, methodLabel, prose } from './markup.js';
import { marks } from './marks.js';
import { tryIt } from './request-block.js';

export function operationSection(contract: Contract, endpoint: Endpoint): string {
  const { method, path, parameters, operation } = endpoint;
  const { operationId, summary, description = '', requestBody, responses } = operation;
  const sections = contract['x-interface-sections'];
  const body = mediaOf(contract, requestBody);
  const parts = [
    `<h2 id="${operationId}-title"><a class="anchor" href="#${operationId}">${escapeHtml(summary)}</a></h2>`,
    `<p class="path mono">${methodLabel(method)} ${escapeHtml(path)}</p>`,
    `<p>${prose(description)}</p>`,
    marks(operation, sections),
    ...(parameters.length > 0 ? ['<h3>Path</h3>', fieldRows(pathShape(endpoint), sections)] : []),
    ...(body ? ['<h3>Body</h3>', fieldRows(shapeOf(contract, body.schema), sections, true)] : []),
    '<h3>Responses</h3>',
    ...Object.entries(responses).map(([status, response]) =>
      responseDetails(contract, operationId, status, resolve(contract, response)),
    ),
  ];
  const names = { name: `Try it: ${summary}`, send: 'Send', does: `calls ${operationId}` };
  return `<section id="${operationId}" class="operation" aria-labelledby="${operationId}-title">
<div class="about">
${parts.join('\n')}
</div>
${tryIt(contract, endpoint, names)}
</section>`;
}

function pathShape({ parameters }: Endpoint): Shape {
  const fields = parameters.map((parameter) => ({
    name: parameter.name,
    type: 'string',
    isRequired: true,
    source: parameter,
    shape: { fields: [], variants: [] },
  }));
  return { fields, variants: [] };
}

function responseDetails(contract: Contract, operationId: string, status: string, response: Body): string {
  const sections = contract['x-interface-sections'];
  const isSuccess = status.startsWith('2');
  const media = mediaOf(contract, response);
  const headers = Object.entries(response.headers ?? {}).map(
    ([name, header]) =>
      `<p class="small"><code>${escapeHtml(name)}</code> ${prose(resolve(contract, header).description ?? '')}</p>`,
  );
  const examples = (media?.examples ?? []).map(({ summary, value }, index) => {
    const label = `Example of ${status} for ${operationId}: ${summary}`;
    return `<details class="example"${!isSuccess && index === 0 ? ' open' : ''}><summary>Example: ${escapeHtml(summary)}</summary>${jsonBlock(value, label)}</details>`;
  });
  return `<details class="response"${isSuccess ? ' open' : ''}>
<summary><span class="status-code s${status.slice(0, 1)}">${status === 'default' ? 'other' : status}</span> ${prose(response.description ?? '')}</summary>
<div class="inside">
${marks(response, sections)}${headers.join('')}${media && isSuccess ? fieldRows(shapeOf(contract, media.schema), sections) : ''}
${examples.join('\n')}
</div>
</details>`;
}
