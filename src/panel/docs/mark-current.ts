/** Marks the link of the section that the reader sees in the list of sections. */
export function markCurrent(links: readonly HTMLAnchorElement[]): void {
  const sections = links.flatMap((link) => document.querySelector<HTMLElement>(link.hash) ?? []);
  const mark = (): void => {
    // The last section whose beginning is in the upper third of the window, or at its end the last one.
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd
      ? sections.at(-1)
      : (sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3) ??
        sections[0]);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.ariaCurrent = 'true';
      else link.ariaCurrent = null;
    }
  };
  addEventListener('scroll', mark, { passive: true });
  addEventListener('resize', mark);
  mark();
}
