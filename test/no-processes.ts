/** Set-up of the fast tests: starting a process, a worker thread or a browser fails the test, so such tests are slow by name. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

function refuse(): never {
  throw new Error(
    'A fast test starts no process, thread or browser. Move this test to a file named *.slow.test.ts.',
  );
}

// spawn, exec, execFile and fork all end in this method.
Object.assign(childProcess.ChildProcess.prototype, { spawn: refuse });
Object.assign(childProcess, { spawnSync: refuse, execSync: refuse, execFileSync: refuse });
Object.assign(workerThreads, { Worker: refuse });
syncBuiltinESMExports();
