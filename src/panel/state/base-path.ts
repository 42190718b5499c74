/** The base path of the API, which can have a prefix. */
import { signal } from '@preact/signals';

export const basePath = signal('/api/v1');

/** Reads the base path from the health check. Without a response, the documented path stays. */
export async function loadBasePath(): Promise<void> {
  const response = await fetch(new URL('health', document.baseURI)).catch(() => undefined);
  const health = (await response?.json().catch(() => undefined)) as
    { readonly base_path?: string } | undefined;
  basePath.value = health?.base_path ?? basePath.value;
}
