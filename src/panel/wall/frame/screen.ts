/** What a frame shows, as short texts that differ when the screen differs. */

export interface Screen {
  /** Of all that can be seen or heard. */
  screen(): string;
  /** Of its text. */
  text(): string;
}

/** @param onChange called when something changes */
export function watchScreen(onChange: () => void): Screen {
  let isKnown = false;
  let [screen, text] = ['', ''];
  const read = (): void => {
    if (isKnown) return;
    isKnown = true;
    // Before the body is read, there is none.
    const body = document.querySelector('body');
    // Scripts and styles that are loaded later are not seen.
    const copy = body?.cloneNode(true) as HTMLElement | undefined;
    for (const one of copy?.querySelectorAll('script, style, link, template') ?? []) one.remove();
    screen = digest(copy?.innerHTML ?? '');
    text = digest((body?.innerText ?? '').replaceAll(/\s+/g, ' '));
  };
  const forget = (): void => {
    isKnown = false;
    onChange();
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(forget).observe(document, options);
  return {
    screen: () => (read(), screen),
    text: () => (read(), text),
  };
}

/** FNV-1a, which is enough to see a difference. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}.${text.length}`;
}
