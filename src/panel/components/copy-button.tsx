/** A button that copies a text to the clipboard and confirms it. */
import { Check, Copy } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { showToast } from '../state/toasts.js';

interface CopyButtonProps {
  /** Called at the click. */
  readonly text: () => string | Promise<string>;
  readonly label: string;
  readonly isQuiet?: boolean;
  /** Shows only the icon. */
  readonly isIcon?: boolean;
}

export function CopyButton({ text, label, isQuiet = false, isIcon = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setCopied(true);
      showToast('Copied.');
    } catch {
      showToast('The browser does not let this page use the clipboard. Select the text instead.', true);
    }
  };
  return (
    <button
      type="button"
      class={isQuiet ? 'button-plain' : ''}
      title={isIcon ? label : undefined}
      onClick={() => void copy()}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span class={isIcon ? 'visually-hidden' : ''}>{label}</span>
    </button>
  );
}
