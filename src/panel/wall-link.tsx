/** The link to the wall, while one runs on this machine. */
import { LayoutGrid } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';

export function WallLink() {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const findWall = async (): Promise<void> => {
      const response = await fetch(new URL('wall', document.baseURI)).catch(() => undefined);
      // Servers that do not serve this path have no wall.
      const wall = (await response?.json().catch(() => undefined)) as { readonly url?: string } | undefined;
      setUrl(wall?.url);
    };
    const onFocus = (): void => void findWall();
    onFocus();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
  if (url === undefined) return null;
  return (
    <a
      class="button button-plain"
      href={url}
      target="_blank"
      rel="noopener"
      title="Wall: your app in every scenario"
    >
      <LayoutGrid aria-hidden />
      <span class="visually-hidden">Wall</span>
    </a>
  );
}
