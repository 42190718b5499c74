import { inject } from 'vitest';
import type { Built } from './build-service.js';

/** Waits for a build. @throws Error with the reason when it fails */
export async function built<K extends keyof Built>(what: K): Promise<Built[K]> {
  const response = await fetch(`${inject('buildService')}/${what}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`No ${what} to test: ${text}`);
  return JSON.parse(text) as Built[K];
}
