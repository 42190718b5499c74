/** The marks of provenance, which differ in colour, shape and word, and their legend. */
import type { Sourced } from './contract.js';
import { Prose } from './prose.js';
import { MEANINGS, marksOf, sectionsInOrder } from './provenance.js';

interface MarksProps {
  readonly source: Sourced;
  /** The titles of the sections of the interface, by number. */
  readonly sections: Readonly<Record<string, string>>;
}

export function Marks({ source, sections }: MarksProps) {
  return (
    <span class="marks">
      {marksOf(source, sections).map(({ kind, label, sections: titles, reasons }) => (
        <span key={kind}>
          <span class={`mark ${kind}`} title={titles || undefined}>
            {label}
          </span>
          {reasons.length > 0 && (
            <span class="why">
              {' '}
              <Prose text={reasons.join(' ')} />
            </span>
          )}
        </span>
      ))}
    </span>
  );
}

export function Legend({ sections }: Pick<MarksProps, 'sections'>) {
  return (
    <section id="marks" class="legend" aria-labelledby="marks-title">
      <h2 id="marks-title">Documented or assumed?</h2>
      <dl class="meanings">
        {MEANINGS.map(([kind, meaning]) => (
          <div key={kind}>
            <dt>
              <span class={`mark ${kind}`}>{kind}</span>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>The numbers are sections of the interface document:</p>
      <dl class="sections">
        {sectionsInOrder(sections).map(([number, title]) => (
          <div key={number}>
            <dt>§ {number}</dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
