/** What pages and people have in common. */
import type { Tab } from '../tab.js';

/** A page that asks for what it shows when it is loaded. */
export async function load(me: Tab, id: string): Promise<void> {
  await me.templates();
  await me.poll(id);
}

/** Waits as people make them: none like another. */
export const irregular = [1300, 7000, 2100, 45_000, 600, 12_000, 90_000, 3100, 5200, 28_000];
