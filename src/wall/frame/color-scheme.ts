/**
 * Emulates prefers-color-scheme in a frame. A page cannot set it for its frames, so the conditions in style sheets and in
 * `matchMedia` are replaced.
 */
import type { FrameTheme } from '../protocol.js';

const CONDITION = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi;

/** @returns a function that changes the theme */
export function emulateColorScheme(): (theme: FrameTheme) => void {
  let theme: FrameTheme = null;
  /** The conditions of the app. */
  const originalConditions = new WeakMap<CSSMediaRule, string>();
  const replaceMediaQuery = (query: string): string =>
    theme === null
      ? query
      : query.replaceAll(CONDITION, (_, one: string) =>
          one.toLowerCase() === theme ? '(min-width: 0)' : '(max-width: 0)',
        );

  // oxlint-disable-next-line typescript/unbound-method -- Called with the receiver of the page.
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    Reflect.apply(matchMedia, window, [replaceMediaQuery(query)]) as MediaQueryList;

  const apply = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const condition = originalConditions.get(rule) ?? rule.media.mediaText;
        if (condition.search(CONDITION) >= 0) {
          originalConditions.set(rule, condition);
          rule.media.mediaText = replaceMediaQuery(condition);
        }
      }
      if ('cssRules' in rule) apply(rule.cssRules as CSSRuleList);
    }
  };
  const applyAll = (): void => {
    for (const sheet of document.styleSheets) {
      try {
        apply(sheet.cssRules);
      } catch {
        // A style sheet of another origin cannot be read.
      }
    }
  };
  // Hot reload and lazily loaded chunks add style sheets.
  document.addEventListener(
    'load',
    ({ target }) => target instanceof HTMLLinkElement && theme !== null && applyAll(),
    true,
  );
  new MutationObserver(() => theme !== null && applyAll()).observe(document, {
    subtree: true,
    childList: true,
  });

  return (next) => {
    if (theme === next) return;
    theme = next;
    document.documentElement.style.colorScheme = theme ?? '';
    applyAll();
  };
}
