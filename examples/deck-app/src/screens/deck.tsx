/** The finished deck: pages of sections, a form for the title, and a link to the viewer (1). */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Presentation } from 'deckhand/types/mock';
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
  const viewer = toHttpUrl(presentation.url);
  const facts = [
    sections.length === 1 ? '1 section' : `${sections.length} sections`,
    isPublic ? 'public' : 'private',
    tokens !== undefined && `${tokens.toLocaleString('en')} tokens`,
  ];

  const rename = async (newTitle: string): Promise<void> => {
    const renamed = await api.rename(id, newTitle, new AbortController().signal);
    setTitle(renamed?.title ?? newTitle);
    setRenaming(false);
  };
  return (
    <Screen name="deck" heading={title} title={title}>
      <p className="figures">{facts.filter(Boolean).join(' · ')}</p>
      {isRenaming ? (
        <RenameForm title={title} onRename={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <div className="actions">
          {/* Restores the focus after the form. */}
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

  const showPage = (target: number): void => setIndex(Math.max(0, Math.min(target, last)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    showPage(target);
  };
  useEffect(() => {
    // Not scrollIntoView: on a small screen, it would scroll the slide out of view.
    const entry = contents.current?.children[index] as HTMLElement | undefined;
    if (entry) contents.current?.scrollTo({ top: entry.offsetTop - contents.current.clientHeight / 2 });
  }, [index]);

  return (
    <div className="pages" onKeyDown={onKeyDown}>
      <section className="stage" aria-label="Slide" tabIndex={0}>
        {section && <Slide section={section} />}
      </section>
      <nav className="turn" aria-label="Slides">
        <button aria-disabled={index === 0} onClick={() => showPage(index - 1)}>
          Previous
        </button>
        <span role="status">
          {index + 1} / {sections.length}
        </span>
        <button aria-disabled={index === last} onClick={() => showPage(index + 1)}>
          Next
        </button>
      </nav>
      <ol ref={contents} className="contents" aria-label="Sections">
        {sections.map(({ id, title }, at) => (
          <li key={`${at} ${id}`}>
            <button aria-current={at === index} onClick={() => showPage(at)}>
              <span className="number">{at + 1}</span>
              <span dir="auto">{title || 'Untitled'}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The URL comes from the service, so only http(s) is allowed. */
function toHttpUrl(url: string): string | undefined {
  if (!URL.canParse(url, location.href)) return undefined;
  const { href, protocol } = new URL(url, location.href);
  return /^https?:$/.test(protocol) ? href : undefined;
}
