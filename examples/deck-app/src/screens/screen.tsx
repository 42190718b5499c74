/** The frame of every screen: the title of the page, and a heading that gets the focus, so that screen readers announce it. */
import { useEffect, useRef, type ReactNode } from 'react';

interface ScreenProps {
  readonly name: string;
  readonly heading: ReactNode;
  /** The title of the page. */
  readonly title: string;
  readonly children: ReactNode;
}

export function Screen({ name, heading, title, children }: ScreenProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <article className={`screen ${name}`}>
      <title>{`${title} · Foredeck`}</title>
      <h1 ref={ref} tabIndex={-1} dir="auto">
        {heading}
      </h1>
      {children}
    </article>
  );
}
