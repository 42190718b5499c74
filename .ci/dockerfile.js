// @ts-check
/**
 * Checks the Dockerfile where no builder is at hand. It lints it, and then executes its steps: each stage is a folder tree of its own
 * with the machine's programs in place of the base image, COPY sees only what .dockerignore allows, and the last stage runs as its
 * user, on a tree that is read-only, until its HEALTHCHECK passes. Needs Linux, root, and dockerfile-utils in the folder of argument 1.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  lstatSync,
  readlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
/** Not `require`: these packages are not in package.json. */
const load = createRequire(join(resolve(process.argv[2] ?? ''), 'package.json'));
const { DockerfileParser } = load('dockerfile-ast');
const { validate } = load('dockerfile-utils');

const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(text);
/** @type {string[]} */
const faults = [];

lint();
if (faults.length > 0) {
  for (const fault of faults) console.error(`Dockerfile: ${fault}`);
  process.exit(1);
}
console.log('ok  lint');

if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) {
  console.log('not run: the steps need root and mount namespaces');
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), 'deckhand-image-'));
try {
  await check(build());
} finally {
  rmSync(work, { recursive: true, force: true });
}

function lint() {
  for (const { message, range } of validate(text)) faults.push(`line ${range.start.line + 1}: ${message}`);
  const all = dockerfile.getInstructions();
  const named = (/** @type {string} */ name) =>
    all.filter((/** @type {any} */ one) => one.getInstruction() === name);
  for (const from of named('FROM'))
    if (!/:\d+\.\d+\.\d+/.test(from.getImage() ?? '')) faults.push(`${from.getImage()} has no exact version`);
  const user = named('USER').at(-1)?.getArgumentsContent() ?? '';
  if (!/^[1-9]\d*:[1-9]\d*$/.test(user)) faults.push('USER must be a number that is not root');
  for (const name of ['HEALTHCHECK', 'ENTRYPOINT', 'CMD'])
    if (named(name).length !== 1) faults.push(`needs one ${name}`);
  if (named('ADD').length > 0) faults.push('ADD can fetch and unpack; use COPY');
}

/** Executes all steps. @returns the last stage */
function build() {
  /** @type {Map<string, Stage>} */
  const stages = new Map();
  /** @type {Stage} */
  let stage = newStage('none');
  for (const one of dockerfile.getInstructions()) {
    const name = one.getInstruction();
    const args = one.getArgumentsContent() ?? '';
    if (name === 'FROM') {
      stage = newStage(one.getBuildStage() ?? 'last');
      stages.set(stage.name, stage);
    } else if (name === 'WORKDIR') {
      stage.cwd = resolve(stage.cwd, args);
      mkdirSync(stage.tree + stage.cwd, { recursive: true });
    } else if (name === 'COPY') copy(one, stage, stages);
    else if (name === 'RUN') {
      const { status } = inside(stage, ['/bin/sh', '-c', args], { network: true });
      if (status !== 0) throw new Error(`RUN ${args}: exit code ${status}`);
    } else if (name === 'ENV') for (const { name: key, value } of pairs(one)) stage.env[key] = value;
    else if (name === 'USER') stage.user = args;
    else if (name === 'HEALTHCHECK') stage.health = JSON.parse(/CMD (\[.*)$/s.exec(args)?.[1] ?? '[]');
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(args);
    else if (name === 'CMD') stage.command = JSON.parse(args);
    else if (name !== 'EXPOSE') throw new Error(`${name} is not known to this script`);
    console.log(`ok  ${stage.name}: ${name} ${args.replace(/\s+/g, ' ').slice(0, 90)}`);
  }
  return stage;
}

/**
 * @typedef {{ name: string, tree: string, cwd: string, env: Record<string, string>, user: string, health: string[],
 *   entrypoint: string[], command: string[] }} Stage
 */

/** @param {string} name @returns {Stage} */
function newStage(name) {
  const tree = join(work, name);
  mkdirSync(tree);
  // What a base image has: programs, and a place for temporary files.
  for (const folder of ['tmp', 'root', 'proc', 'dev', 'etc', 'usr', 'node', 'run'])
    mkdirSync(join(tree, folder));
  for (const link of ['bin', 'sbin', 'lib', 'lib64'])
    if (existsSync(`/${link}`))
      symlinkSync(
        lstatSync(`/${link}`).isSymbolicLink() ? readlinkSync(`/${link}`) : `usr/${link}`,
        join(tree, link),
      );
  return { name, tree, cwd: '/', env: {}, user: '0:0', health: [], entrypoint: [], command: [] };
}

/** @param {any} one */
function pairs(one) {
  return one
    .getProperties()
    .map((/** @type {any} */ property) => ({ name: property.getName(), value: property.getValue() ?? '' }));
}

/** @param {any} one @param {Stage} stage @param {Map<string, Stage>} stages */
function copy(one, stage, stages) {
  const from = one
    .getFlags()
    .find((/** @type {any} */ flag) => flag.getName() === 'from')
    ?.getValue();
  const paths = one.getArguments().map((/** @type {any} */ argument) => argument.getValue());
  const target = paths.pop() ?? '';
  const destination = stage.tree + resolve(stage.cwd, target);
  for (const path of paths) {
    const source = from ? stages.get(from)?.tree + path : join(ROOT, path);
    const isFolder = statSync(source).isDirectory();
    // As Docker: the content of a folder, a file into a folder if the target ends in a slash or is one.
    const into = isFolder || !/\/$|^\.$/.test(target) ? destination : join(destination, basename(path));
    mkdirSync(dirname(into), { recursive: true });
    let copied = 0;
    cpSync(source, into, {
      recursive: true,
      filter: (file) => {
        if (from) return true;
        const isAllowed = allowed(file.slice(ROOT.length + 1));
        if (isAllowed && statSync(file).isFile()) copied += 1;
        return isAllowed;
      },
    });
    if (!from && copied === 0) throw new Error(`COPY ${path}: .dockerignore leaves nothing of it`);
  }
}

/** Whether a path of the project is in the context. The file has `*` first, and then exceptions. @param {string} path */
function allowed(path) {
  const exceptions = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  // A folder above an exception is walked, too.
  return (
    path === '' ||
    exceptions.some((name) => path === name || path.startsWith(`${name}/`) || name.startsWith(`${path}/`))
  );
}

/**
 * The command line that runs a command inside a stage, with the machine's programs read-only.
 * @param {Stage} stage @param {string[]} command @param {{ readOnly?: boolean }} [how]
 */
function commandLine({ tree, cwd, user }, command, { readOnly = false } = {}) {
  const node = dirname(dirname(process.execPath));
  const [uid, gid] = user.split(':');
  const script = `
    mount --bind "$0" "$0" && mount --rbind /usr "$0/usr" && mount -o remount,bind,ro "$0/usr" && mount --bind /etc "$0/etc" && mount -o remount,bind,ro "$0/etc" &&
    mount --rbind /dev "$0/dev" && mount --rbind /proc "$0/proc" && mount --bind '${node}' "$0/node" && mount -o remount,bind,ro "$0/node" &&
    if [ '${readOnly}' = true ]; then mount -o remount,bind,ro "$0"; fi &&
    cd "$0" && exec chroot --userspec='${uid}:${gid}' --groups='${gid}' "$0" /bin/sh -c 'cd "$0" && exec "$@"' '${cwd}' "$@"`;
  return ['--mount', '/bin/sh', '-c', script, tree, ...command];
}

/** @param {Stage} stage @param {boolean} [network] */
function environment({ env }, network) {
  const build = network
    ? Object.fromEntries(
        Object.entries(process.env).filter(([name]) =>
          /^(npm_config_(registry|cafile)|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name),
        ),
      )
    : {};
  return {
    PATH: '/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: network ? '/root' : '/',
    ...build,
    ...env,
  };
}

/** @param {Stage} stage @param {string[]} command @param {{ network?: boolean, readOnly?: boolean }} how */
function inside(stage, command, { network, readOnly }) {
  return spawnSync('unshare', commandLine(stage, command, { readOnly }), {
    env: environment(stage, network),
    encoding: 'utf8',
    stdio: network ? ['ignore', 'inherit', 'inherit'] : 'pipe',
    timeout: 600_000,
  });
}

/** Runs the image as `docker run --read-only` does. @param {Stage} stage */
async function check(stage) {
  stage.env['PORT'] = String(await freePort());
  const [uid, gid] = stage.user.split(':').map(Number);
  chownSync(stage.tree + stage.cwd, uid ?? 0, gid ?? 0);
  const probe = inside(stage, ['/bin/sh', '-c', 'id -u; touch /app/x /work/x 2>/dev/null && echo writable'], {
    readOnly: true,
  });
  if (probe.stdout.trim() !== String(uid))
    throw new Error(`The tree is not read-only, or the user is wrong: ${probe.stdout}${probe.stderr}`);
  console.log(`ok  user ${uid}, nothing is writable`);

  const server = spawn(
    'unshare',
    commandLine(stage, [...stage.entrypoint, ...stage.command, '--key', 'image-key=ws_image'], {
      readOnly: true,
    }),
    {
      env: environment(stage),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  server.stdout.on('data', (chunk) => (output += chunk));
  server.stderr.on('data', (chunk) => (output += chunk));
  const ended = new Promise((done) => server.once('exit', (code) => done(code)));
  try {
    await healthy(stage, () => server.exitCode === null);
    console.log('ok  serve: its health check passes');
    const url = `http://127.0.0.1:${stage.env['PORT']}/api/v1`;
    const pace = ['--requests-per-minute', '0', '--profile', 'smoke', '--poll-interval', '500ms'];
    const verify = inside(
      { ...stage, env: { ...stage.env, DECKHAND_API_KEY: 'image-key' } },
      [...stage.entrypoint, 'verify', url, ...pace],
      { readOnly: true },
    );
    if (verify.status !== 0)
      throw new Error(`verify: exit code ${verify.status}\n${verify.stdout}${verify.stderr}`);
    console.log('ok  verify, beside the server');
    const known = await fetch(`${url}/templates`, { headers: { 'x-api-key': 'deckhand-dev-key' } });
    if (known.status !== 401)
      throw new Error(`The well-known key answers ${known.status} in a container, not 401`);
    console.log('ok  the well-known key is off');
  } catch (error) {
    throw new Error(`${error}\nThe server printed:\n${output}`, { cause: error });
  } finally {
    server.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`serve ended with ${code} after SIGTERM\n${output}`);
  console.log('ok  serve ends with 0 after SIGTERM');
  const megabytes = spawnSync('du', ['-sm', join(stage.tree, 'app')], { encoding: 'utf8' }).stdout.split(
    '\t',
  )[0];
  console.log(
    `The files of Deckhand in the image: ${megabytes} MB (${readdirSync(join(stage.tree, 'app')).join(', ')})`,
  );
}

/** @param {Stage} stage @param {() => boolean} runs */
async function healthy(stage, runs) {
  for (const end = Date.now() + 60_000; Date.now() < end && runs();) {
    if (inside(stage, stage.health, { readOnly: true }).status === 0) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('The health check does not pass.');
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
