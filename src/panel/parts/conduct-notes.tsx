/** The client rules that an exchange breaks. */
import { TriangleAlert } from 'lucide-preact';
import { conduct } from '../state/conduct.js';
import { hrefOf } from '../state/route.js';
import { labelOf } from './rule-labels.js';

/** A short form for a row: the first rule and the number of others. */
export function ConductTag({ sequence }: { readonly sequence: number }) {
  const notes = conduct.value.get(sequence);
  const [first] = notes ?? [];
  if (!notes || !first) return null;
  return (
    <span class={`tag conduct ${first.kind}`} title={notes.map(({ message }) => message).join('\n')}>
      <TriangleAlert aria-hidden />
      <span class="name">{labelOf(first)}</span>
      {notes.length > 1 && ` +${notes.length - 1}`}
    </span>
  );
}

export function ConductNotes({ sequence }: { readonly sequence: number }) {
  const notes = conduct.value.get(sequence) ?? [];
  if (notes.length === 0) return null;
  return (
    <ul class="conduct-notes" aria-label="Broken client rules">
      {notes.map((note) => (
        <li class={note.kind} key={note.rule + note.message}>
          <TriangleAlert aria-hidden />
          <span>
            {note.message}.{' '}
            <a class="small" href={hrefOf({ view: 'rules', item: note.rule })}>
              Rule {note.rule}
            </a>
          </span>
        </li>
      ))}
    </ul>
  );
}
