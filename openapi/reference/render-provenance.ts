/** Renders the labels of provenance, and their legend. */
import { escapeHtml } from '../../src/base/escape-html.js';
import type { Provenance } from '../document.js';
import type { ReferenceDocument } from './endpoints.js';
import { renderProse } from './html.js';
import { TAG_MEANINGS, provenanceTags, sortSections } from './provenance.js';

/** The titles of the sections of the spec, by number. */
export type Sections = ReferenceDocument['x-spec-sections'];

export function renderProvenance(source: Provenance, sections: Sections): string {
  const all = provenanceTags(source, sections).map(({ kind, label, sections: titles, reasons }) => {
    const title = titles === '' ? '' : ` title="${escapeHtml(titles)}"`;
    const reason =
      reasons.length === 0 ? '' : ` <span class="reason">${renderProse(reasons.join(' '))}</span>`;
    return `<span><span class="provenance-tag ${kind}"${title}>${escapeHtml(label)}</span>${reason}</span>`;
  });
  return all.length === 0 ? '' : `<p class="provenance">${all.join('')}</p>`;
}

export function renderLegend(sections: Sections): string {
  const meanings = TAG_MEANINGS.map(
    ([kind, meaning]) =>
      `<div><dt><span class="provenance-tag ${kind}">${kind}</span></dt><dd>${escapeHtml(meaning)}</dd></div>`,
  );
  const titles = sortSections(sections).map(
    ([number, title]) => `<div><dt>§ ${escapeHtml(number)}</dt><dd>${escapeHtml(title)}</dd></div>`,
  );
  return `<section id="provenance" class="legend" aria-labelledby="provenance-title">
<h2 id="provenance-title">Documented or assumed?</h2>
<dl class="meanings">${meanings.join('')}</dl>
<p>The numbers are sections of the spec:</p>
<dl class="sections">${titles.join('')}</dl>
</section>`;
}
