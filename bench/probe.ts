/** Preloaded into every measured server, whatever it is: tells its CPU time when asked, and ends with the benchmark. */
import { tell } from './messages.js';

process.on('message', (question) => {
  if (question !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  tell({ kind: 'cpu', microseconds: user + system });
});
process.on('disconnect', () => process.exit());
