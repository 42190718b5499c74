/** Waits for all tasks, even when one fails, so that nothing is still under way when the run ends. */
export async function together(tasks: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
