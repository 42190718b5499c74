/** Habits that pages and users share. */
import type { SimulatedClient } from '../simulated-client.js';

/** A page that requests its data when it loads. */
export async function load(me: SimulatedClient, id: string): Promise<void> {
  await me.templates();
  await me.poll(id);
}

/** Irregular waits, like those of users. */
export const irregular = [1300, 7000, 2100, 45_000, 600, 12_000, 90_000, 3100, 5200, 28_000];
