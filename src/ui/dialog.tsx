/** A modal `<dialog>` that Escape or a click outside closes. */
import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // By default, the close button would have the focus.
    current?.querySelector('h2')?.focus();
    // Closing restores the focus to the previous element.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // Not on `close`, which fires later, when another dialog can be open already.
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
      <div class="stack dialog-body">
        <header class="line">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="button-plain" aria-label="Close" onClick={onClose}>
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
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly children?: ComponentChildren;
}

/** Asks for confirmation before something is deleted. */
export function ConfirmDialog({ title, confirm, onConfirm, onCancel, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onCancel}>
      {children}
      <div class="buttons end">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={onConfirm}>
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
