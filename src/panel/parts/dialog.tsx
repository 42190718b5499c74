/** A dialog of the browser: it keeps the focus, and Escape or a click beside it closes it. */
import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Dialog({ title, onClose, children, class: name = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Otherwise the button that closes it would have the focus.
    current?.querySelector('h2')?.focus();
    // Gives the focus back to the element that had it before.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-labelledby={id}
      // Not the event `close`: it comes later, when another dialog can be open.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-body">
        <header class="line">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
            <X aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly confirm: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children?: ComponentChildren;
}

/** Asks before something is deleted. */
export function ConfirmDialog({ title, confirm, onYes, onNo, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      {children}
      <div class="buttons end">
        <button type="button" onClick={onNo}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={onYes}>
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
