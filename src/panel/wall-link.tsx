/** The link to the wall, while one runs on this machine. */
import { LayoutGrid } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';

export function WallLink() {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const response = await fetch(new URL('wall', document.baseURI)).catch(() => undefined);
      // A server without this address has no wall beside it.
      const found = (await response?.json().catch(() => undefined)) as { readonly url?: string } | undefined;
      setUrl(found?.url);
    };
    const onFocus = (): void => void ask();
    onFocus();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  if (url === undefined) return null;
  return (
    <a
      class="button quiet"
      href={url}
      target="_blank"
      rel="noopener"
      title="Wall: your app in every scenario"
    >
      <LayoutGrid aria-hidden />
      <span class="unseen">Wall</span>
    </a>
  );
}
