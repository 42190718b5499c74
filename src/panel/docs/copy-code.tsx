/** A command or an address with a button that copies it. */
import { Check, Copy } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';

interface CopyCodeProps {
  readonly text: string;
  /** What the text is, such as `the base address`. */
  readonly label: string;
}

/** How long the confirmation shows, in milliseconds. */
const CONFIRMED = 1500;

export function CopyCode({ text, label }: CopyCodeProps) {
  const [state, setState] = useState<'' | 'copied' | 'refused'>('');
  useEffect(() => {
    if (state === '') return undefined;
    const timer = setTimeout(() => setState(''), CONFIRMED);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // Browsers have no clipboard on pages of other machines without HTTPS.
    const done =
      'clipboard' in navigator
        ? navigator.clipboard.writeText(text)
        : Promise.reject(new Error('no clipboard'));
    done.then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <div class="copy-code">
      <pre class="code" tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" aria-label={`Copy ${label}`} onClick={copy}>
        {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      </button>
      <span class={state === 'refused' ? 'trouble small' : 'unseen'} role="status">
        {state === 'copied' && 'Copied.'}
        {state === 'refused' && 'Select the text, because this page cannot use the clipboard.'}
      </span>
    </div>
  );
}
