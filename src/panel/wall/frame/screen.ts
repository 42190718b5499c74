/** What a frame shows, as a short text that differs when the screen differs. */

/** @param onChange called when something changes @returns reads the text */
export function watchScreen(onChange: () => void): () => string {
  let known: string | undefined;
  const read = (): string => {
    // Before the body is read, there is none. Scripts and styles that are loaded later are not seen.
    const copy = document.querySelector('body')?.cloneNode(true) as HTMLElement | undefined;
    for (const one of copy?.querySelectorAll('script, style, link, template') ?? []) one.remove();
    return digest(copy?.innerHTML ?? '');
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    known = undefined;
    onChange();
  }).observe(document, options);
  return () => (known ??= read());
}

/** FNV-1a, which is enough to see a difference. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}.${text.length}`;
}
