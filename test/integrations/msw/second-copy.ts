/** A second copy of msw, as a second folder in node_modules would be. */
import { pathToFileURL } from 'node:url';
import type * as msw from 'msw/node';

export async function secondCopy(): Promise<typeof msw> {
  const url = `${pathToFileURL('node_modules/msw/lib/node/index.js').href}?copy`;
  const copy = (await import(/* @vite-ignore */ url)) as typeof msw & { readonly default?: typeof msw };
  return copy.default ?? copy;
}
