/** Watches the content of a frame, and hashes it: the hash differs when the content differs. */

/** @param onChange called when something changes @returns a function that returns the current hash */
export function watchDom(onChange: () => void): () => string {
  let cached: string | undefined;
  const read = (): string => {
    // The body can be missing while the page loads. Scripts and styles are invisible.
    const copy = document.querySelector('body')?.cloneNode(true) as HTMLElement | undefined;
    for (const one of copy?.querySelectorAll('script, style, link, template') ?? []) one.remove();
    return hashDom(copy?.innerHTML ?? '');
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    cached = undefined;
    onChange();
  }).observe(document, options);
  return () => (cached ??= read());
}

/** FNV-1a, which is enough to detect a change. */
function hashDom(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}.${text.length}`;
}
