/** One section of a deck, rendered as a slide. */
import type { Section } from 'deckhand/types/mock';

export function Slide({ section: { title, layout, bullets } }: { readonly section: Section }) {
  return (
    <div className={`slide ${layout}`}>
      <h2 dir="auto">{title}</h2>
      {bullets.length > 0 && (
        <ul>
          {bullets.map((bullet, index) => (
            <li key={index} dir="auto">
              {bullet}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
