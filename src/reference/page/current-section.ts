/** Highlights the current section in the table of contents of the API reference. */

/** @param links the links of the table of contents, in the order of their sections */
export function highlightCurrentSection(links: readonly HTMLAnchorElement[]): void {
  const sections = links.flatMap((link) => document.querySelector<HTMLElement>(link.hash) ?? []);
  const update = (): void => {
    // The last section that starts in the upper third of the window; at the end of the page, the last section.
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
  addEventListener('scroll', update, { passive: true });
  addEventListener('resize', update);
  update();
}
