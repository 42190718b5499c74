/** Preloaded into every measured process: sends its CPU time on request, and ends the process with the benchmark. */
import { send } from './messages.js';

process.on('message', (question) => {
  if (question !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  send({ kind: 'cpu', microseconds: user + system });
});
process.on('disconnect', () => process.exit());
