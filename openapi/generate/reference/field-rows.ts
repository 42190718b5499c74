// The fields of a body, with the fields inside them.
import { escapeHtml } from '../../../src/base/escape-html.js';
import type { Field, Shape } from './fields.js';
import { marks, type Sections } from './marks.js';
import { prose } from './markup.js';

/** @param isRequest whether required fields are marked. Responses mark the optional ones */
export function fieldRows({ fields, variants }: Shape, sections: Sections, isRequest = false): string {
  const rows = fields.map((field) => fieldRow(field, sections, isRequest));
  const list = rows.length === 0 ? '' : `<dl class="fields">${rows.join('\n')}</dl>`;
  const choices = variants.map(
    ({ name, source, shape }) => `<details class="variant">
<summary><code>status: ${escapeHtml(name)}</code> ${prose(source.description ?? '')}</summary>
<div class="inside">${marks(source, sections)}${fieldRows(shape, sections, isRequest)}</div>
</details>`,
  );
  return list + choices.join('\n');
}

function fieldRow(
  { name, type, isRequired, source, shape }: Field,
  sections: Sections,
  isRequest: boolean,
): string {
  const required = isRequest && isRequired ? ' <span class="required">required</span>' : '';
  const optional = !isRequest && !isRequired ? ' <span class="small">(optional)</span>' : '';
  const description = source.description === undefined ? '' : `<p>${prose(source.description)}</p>`;
  const inner =
    shape.fields.length === 0
      ? ''
      : `<details><summary>Fields of ${escapeHtml(name)}</summary>${fieldRows(shape, sections, isRequest)}</details>`;
  return `<div><dt><code class="name">${escapeHtml(name)}</code> <span class="small">${escapeHtml(type)}</span>${required}${optional}</dt><dd>${description}${marks(source, sections)}${inner}</dd></div>`;
}
