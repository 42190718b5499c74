/** The finished deck: its sections to page through, its title to change, and the way to where it can be exported (1). */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Presentation } from 'deckhand/types/assumed';
import type { Api } from '../api/client';
import { RenameForm } from './rename-form';
import { Screen } from './screen';
import { Slide } from './slide';

interface DeckProps {
  readonly api: Api;
  readonly presentation: Presentation;
  readonly tokens?: number;
  readonly onLeave: () => void;
}

export function Deck({ api, presentation, tokens, onLeave }: DeckProps) {
  const { id, sections, is_public: isPublic } = presentation;
  const [title, setTitle] = useState(presentation.title);
  const [isRenaming, setRenaming] = useState<boolean>();
  const viewer = webAddress(presentation.url);
  const facts = [
    sections.length === 1 ? '1 section' : `${sections.length} sections`,
    isPublic ? 'public' : 'private',
    tokens !== undefined && `${tokens.toLocaleString('en')} tokens`,
  ];

  const rename = async (wanted: string): Promise<void> => {
    const renamed = await api.rename(id, wanted, new AbortController().signal);
    setTitle(renamed?.title ?? wanted);
    setRenaming(false);
  };
  return (
    <Screen name="deck" heading={title} title={title}>
      <p className="figures">{facts.filter(Boolean).join(' · ')}</p>
      {isRenaming ? (
        <RenameForm title={title} onRename={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <div className="actions">
          {/* Back from the form, the focus is where it was. */}
          <button autoFocus={isRenaming === false} onClick={() => setRenaming(true)}>
            Rename
          </button>
          {viewer && (
            <a className="button" href={viewer} target="_blank" rel="noreferrer">
              Open viewer
            </a>
          )}
          <button onClick={onLeave}>New deck</button>
        </div>
      )}
      {sections.length > 0 ? (
        <Pages sections={sections} />
      ) : (
        <p className="lead">This deck has no sections.</p>
      )}
    </Screen>
  );
}

function Pages({ sections }: Pick<Presentation, 'sections'>) {
  const [index, setIndex] = useState(0);
  const contents = useRef<HTMLOListElement>(null);
  const last = sections.length - 1;
  const section = sections[index];

  const turnTo = (wanted: number): void => setIndex(Math.max(0, Math.min(wanted, last)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    turnTo(wanted);
  };
  useEffect(() => {
    // Not scrollIntoView: on a small screen that would take the slide out of sight.
    const entry = contents.current?.children[index] as HTMLElement | undefined;
    if (entry) contents.current?.scrollTo({ top: entry.offsetTop - contents.current.clientHeight / 2 });
  }, [index]);

  return (
    <div className="pages" onKeyDown={onKeyDown}>
      <section className="stage" aria-label="Slide" tabIndex={0}>
        {section && <Slide section={section} />}
      </section>
      <nav className="turn" aria-label="Slides">
        <button aria-disabled={index === 0} onClick={() => turnTo(index - 1)}>
          Previous
        </button>
        <span role="status">
          {index + 1} / {sections.length}
        </span>
        <button aria-disabled={index === last} onClick={() => turnTo(index + 1)}>
          Next
        </button>
      </nav>
      <ol ref={contents} className="contents" aria-label="Sections">
        {sections.map(({ id, title }, at) => (
          <li key={`${at} ${id}`}>
            <button aria-current={at === index} onClick={() => turnTo(at)}>
              <span className="number">{at + 1}</span>
              <span dir="auto">{title || 'Untitled'}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A link to the web, and to nothing else: the address comes from outside. */
function webAddress(url: string): string | undefined {
  if (!URL.canParse(url, location.href)) return undefined;
  const { href, protocol } = new URL(url, location.href);
  return /^https?:$/.test(protocol) ? href : undefined;
}
