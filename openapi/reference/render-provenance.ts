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
      reasons.length === 0 ? '' : ` <span class="small">${renderProse(reasons.join(' '))}</span>`;
    return `<span><span class="tag ${kind}"${title}>${escapeHtml(label)}</span>${reason}</span>`;
  });
  return all.length === 0 ? '' : `<p class="cluster wrap">${all.join('')}</p>`;
}

export function renderLegend(sections: Sections): string {
  const meanings = TAG_MEANINGS.map(
    ([kind, meaning]) => `<dt><span class="tag ${kind}">${kind}</span></dt><dd>${escapeHtml(meaning)}</dd>`,
  );
  const titles = sortSections(sections).map(
    ([number, title]) => `<dt>§ ${escapeHtml(number)}</dt><dd>${escapeHtml(title)}</dd>`,
  );
  return `<section id="provenance" class="stack legend" aria-labelledby="provenance-title">
<h2 id="provenance-title">Documented or assumed?</h2>
<dl class="pairs">${meanings.join('')}</dl>
<p>The numbers are sections of the spec:</p>
<dl class="pairs">${titles.join('')}</dl>
</section>`;
}
