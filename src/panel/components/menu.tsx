/** A button with a menu below it: a popover of the browser, which Escape and a click elsewhere close. */
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface MenuProps {
  readonly button: ComponentChildren;
  readonly label: string;
  readonly isQuiet?: boolean;
  readonly children: ComponentChildren;
}

const MENU_MARGIN_PX = 8;

export function Menu({ button, label, isQuiet = false, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const positionMenu = (): void => {
    const [from, list] = [opener.current, menu.current];
    if (!from || !list?.matches(':popover-open')) return;
    const { left, bottom } = from.getBoundingClientRect();
    const right = innerWidth - list.offsetWidth - MENU_MARGIN_PX;
    list.style.left = `${Math.max(MENU_MARGIN_PX, Math.min(left, right))}px`;
    list.style.top = `${bottom + 4}px`;
    list.style.maxBlockSize = `${innerHeight - bottom - 4 - MENU_MARGIN_PX}px`;
  };
  return (
    <>
      <button
        type="button"
        class={isQuiet ? 'button-plain' : ''}
        title={isQuiet ? label : undefined}
        ref={opener}
        popoverTarget={id}
        aria-haspopup="dialog"
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        class="menu floating"
        onToggle={positionMenu}
      >
        {children}
      </div>
    </>
  );
}

/** Closes the open menu. */
export function closeMenu(): void {
  document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();
}
