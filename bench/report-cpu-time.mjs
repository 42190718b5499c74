// @ts-check
/** Preloaded into every measured process: sends its CPU time on request, and ends the process with the benchmark. */
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ microseconds: user + system });
});
process.on('disconnect', () => process.exit());
