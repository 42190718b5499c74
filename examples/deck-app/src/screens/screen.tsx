/** What every screen has: a title in the tab, and a heading that is read out when the screen comes up. */
import { useEffect, useRef, type ReactNode } from 'react';

interface ScreenProps {
  readonly name: string;
  readonly heading: ReactNode;
  /** What the tab says, where that is not the heading. */
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
