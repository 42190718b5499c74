// Starts a command of the installed package, and ends it with the test.
import { spawn } from 'node:child_process';

/** @param {string[]} args @returns {Promise<{ url: string, stop: () => Promise<void> }>} where it listens */
export const command = (...args) => start(args, /(http:\/\/127\.0\.0\.1:\d+)\//);

/** @param {string[]} args @param {RegExp} address in the output, as the first group */
export async function start(args, address) {
  const child = spawn(process.execPath, ['node_modules/deckhand/dist/cli/main.js', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    const look = (chunk) => {
      output += chunk;
      const [, found] = address.exec(output) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void exited.then(() => reject(new Error(output)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
