/** Renders the fields of a body, with their nested fields. */
import { escapeHtml } from '../../src/base/escape-html.js';
import type { Field, FieldTree } from './schema-fields.js';
import { renderProvenance, type Sections } from './render-provenance.js';
import { renderProse } from './html.js';

/** @param isRequest marks required fields instead of optional ones */
export function renderFields({ fields, variants }: FieldTree, sections: Sections, isRequest = false): string {
  const rows = fields.map((field) => renderField(field, sections, isRequest));
  const list = rows.length === 0 ? '' : `<dl class="fields">${rows.join('\n')}</dl>`;
  const choices = variants.map(
    ({ name, source, shape }) => `<details class="variant">
<summary><code>status: ${escapeHtml(name)}</code> ${renderProse(source.description ?? '')}</summary>
<div class="stack tight inside">${renderProvenance(source, sections)}${renderFields(shape, sections, isRequest)}</div>
</details>`,
  );
  return list + choices.join('\n');
}

function renderField(
  { name, type, isRequired, source, shape }: Field,
  sections: Sections,
  isRequest: boolean,
): string {
  const required = isRequest && isRequired ? ' <span class="small error">required</span>' : '';
  const optional = !isRequest && !isRequired ? ' <span class="small">(optional)</span>' : '';
  const description = source.description === undefined ? '' : `<p>${renderProse(source.description)}</p>`;
  const inner =
    shape.fields.length === 0
      ? ''
      : `<details><summary>Fields of ${escapeHtml(name)}</summary>${renderFields(shape, sections, isRequest)}</details>`;
  return `<div><dt><strong class="mono">${escapeHtml(name)}</strong> <span class="small">${escapeHtml(type)}</span>${required}${optional}</dt><dd>${description}${renderProvenance(source, sections)}${inner}</dd></div>`;
}
