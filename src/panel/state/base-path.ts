/** The path of the API, which the server can have below a prefix. */
import { signal } from '@preact/signals';

export const basePath = signal('/api/v1');

/** Asks the server. Without a response, the documented path stays. */
export async function loadBasePath(): Promise<void> {
  const response = await fetch(new URL('health', document.baseURI)).catch(() => undefined);
  const health = (await response?.json().catch(() => undefined)) as
    { readonly base_path?: string } | undefined;
  basePath.value = health?.base_path ?? basePath.value;
}
