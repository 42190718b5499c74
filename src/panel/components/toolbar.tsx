/** A group of controls with one tab stop: the arrow keys move the focus between controls. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ToolbarProps {
  readonly label: string;
  readonly class: string;
  readonly role?: 'toolbar' | 'navigation';
  readonly children: ComponentChildren;
}

const CONTROLS = 'a[href], button, input, select';

export function Toolbar({ label, class: name, role = 'toolbar', children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = bar;
    if (!element) return undefined;
    let lastFocused: HTMLElement | undefined;
    const apply = (): void => {
      const all = listControls(element);
      const current = lastFocused && all.includes(lastFocused) ? lastFocused : initialControl(all);
      for (const control of all) control.tabIndex = control === current ? 0 : -1;
    };
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (listControls(element).includes(target as HTMLElement)) lastFocused = target as HTMLElement;
      apply();
    };
    apply();
    element.addEventListener('focusin', onFocusIn);
    // The state adds, removes, enables and disables controls.
    const observer = new MutationObserver(apply);
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled', 'aria-current'],
    });
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', onFocusIn);
    };
  }, []);
  return (
    <div ref={bar} class={name} role={role} aria-label={label} onKeyDown={moveFocus}>
      {children}
    </div>
  );
}

/** Excludes the controls in menus and dialogs, which have tab stops of their own. */
function listControls(bar: Element): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => !one.matches(':disabled') && !one.closest('[popover], dialog'),
  );
}

/** The link of the current view, or else the first control. */
function initialControl(controls: readonly HTMLElement[]): HTMLElement | undefined {
  return controls.find((one) => one.ariaCurrent === 'page') ?? controls[0];
}

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, target, currentTarget } = event;
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return;
  const controls = listControls(currentTarget);
  const index = controls.indexOf(target as HTMLElement);
  // In a text field, the arrow keys move the caret first.
  if (index < 0 || (target instanceof HTMLInputElement && !isAtEdge(target, key))) return;
  event.preventDefault();
  controls.at((index + (key === 'ArrowRight' ? 1 : -1)) % controls.length)?.focus();
}

/** Inputs without a caret have no selection. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string): boolean {
  if (selectionStart === null) return true;
  return key === 'ArrowRight' ? selectionStart === value.length : selectionEnd === 0;
}
