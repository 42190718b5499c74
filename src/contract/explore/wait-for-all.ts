/** Waits for all tasks even if one rejects, so no request is open when the run ends. Then rejects with the first error. */
export async function waitForAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
