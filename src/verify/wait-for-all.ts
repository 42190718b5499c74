/** Waits for all tasks even if one rejects, so that no request is open when the run ends. */

/** @returns their values. Rejects with the first error once all have settled */
export async function waitForAll<T extends readonly unknown[]>(
  tasks: readonly [...{ [Index in keyof T]: Promise<T[Index]> }],
): Promise<T> {
  const results = await Promise.allSettled<unknown>(tasks as readonly Promise<unknown>[]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T;
}
