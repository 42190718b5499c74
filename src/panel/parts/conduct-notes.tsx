/** The client rules that an exchange breaks, and those of which it is only evidence. */
import { Info, TriangleAlert } from 'lucide-preact';
import { conduct, isNoted, type ExchangeNote } from '../state/conduct.js';
import { hrefOf } from '../state/route.js';
import { labelOf } from './rule-labels.js';

/** A short form for a row: the first broken rule and the number of others, or a neutral mark for evidence. */
export function ConductTag({ sequence }: { readonly sequence: number }) {
  const all = conduct.value.get(sequence) ?? [];
  if (all.length === 0) return null;
  const notes = all.filter(({ evidenceFor }) => evidenceFor === undefined);
  const [first] = notes;
  if (!first)
    return (
      <span class="tag evidence" title={all.map(evidenceText).join('\n')}>
        evidence
      </span>
    );
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
    <ul class="conduct-notes" aria-label={isNoted(sequence) ? 'Broken client rules' : 'Evidence'}>
      {notes.map((note) => {
        const { evidenceFor, kind, message, rule } = note;
        const isOwn = evidenceFor === undefined;
        return (
          <li class={isOwn ? kind : 'evidence'} key={rule + message}>
            {isOwn ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
            <span>
              {isOwn ? message : evidenceText(note)}.{' '}
              <a class="small" href={hrefOf({ view: 'rules', item: rule })}>
                Rule {rule}
              </a>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function evidenceText({ evidenceFor = 0, message }: ExchangeNote): string {
  return `Evidence for exchange ${evidenceFor}: ${message}`;
}
