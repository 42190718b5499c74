/** The client rules that an exchange breaks. */
import { TriangleAlert } from 'lucide-preact';
import type { ConductNote } from '../../generated/control-api.js';
import { conduct } from '../state/conduct.js';

/** A short form for a row: the first rule and the number of others. */
export function ConductTag({ sequence }: { readonly sequence: number }) {
  const notes = conduct.value.get(sequence);
  const [first] = notes ?? [];
  if (!notes || !first) return null;
  return (
    <span class={`tag conduct ${first.kind}`} title={notes.map(({ message }) => message).join('\n')}>
      <TriangleAlert aria-hidden />
      <span class="name">{nameOf(first)}</span>
      {notes.length > 1 && ` +${notes.length - 1}`}
    </span>
  );
}

export function ConductNotes({ sequence }: { readonly sequence: number }) {
  const notes = conduct.value.get(sequence) ?? [];
  if (notes.length === 0) return null;
  return (
    <ul class="conduct-notes" aria-label="Conduct of the client">
      {notes.map((note) => (
        <li class={note.kind} key={note.rule + note.message}>
          <TriangleAlert aria-hidden />
          <span>
            {note.message} <span class="mono small">{note.rule}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The id of a rule, without the prefix `client/`. */
function nameOf({ rule }: ConductNote): string {
  return rule.replace(/^client\//, '');
}
