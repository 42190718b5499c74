/** Each option of `serve`: replicas must agree on it, or can differ in it for a reason. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { optionsAt } from '../../src/app/options/option.js';
import { serverOptions, type ServeOptions } from '../../src/app/options/server-options.js';
import { accessOf } from '../../src/cli/access.js';
import { addOptions } from '../../src/cli/command-options.js';
import { configuredBy } from '../../src/cli/configured.js';
import { createMock } from '../../src/cli/serve-mock.js';
import { readLibrary } from '../../src/cli/serve-scenarios.js';
import { settingsOf } from '../../src/cli/serve-state.js';
import { differences, fingerprintOf, type Fingerprint } from '../../src/replicas/fingerprint.js';
import { folderOf } from '../cli/temporary.js';

interface Decision {
  readonly flags: () => readonly string[];
  /** The parts of the fingerprint that a replica with these flags has otherwise. */
  readonly differs?: readonly string[];
  /** Why replicas can differ. */
  readonly free?: string;
}

const compared = (differs: string | readonly string[], ...flags: string[]): Decision => ({
  flags: () => flags,
  differs: [differs].flat(),
});
const free = (why: string, ...flags: string[]): Decision => ({ flags: () => flags, free: why });

const REACHABLE = 'host (whether other machines can connect)';
const SCENARIO = 'title: Ours\ndescription: Ours.\nsteps:\n  - complete:\n';

const decisions: Readonly<Record<keyof ServeOptions, Decision>> = {
  scenario: compared('scenario', '--scenario', 'instant'),
  scenarios: {
    flags: () => ['--scenarios', folderOf({ 'ours.yaml': SCENARIO })],
    differs: ['scenarios'],
  },
  speed: compared('speed', '--speed', '2'),
  rateLimit: compared('rate-limit', '--rate-limit', '20/1m'),
  latency: compared('latency', '--latency', '200ms'),
  seed: compared('seed', '--seed', '2'),
  basePath: compared('base-path', '--base-path', '/backend/api/v1'),
  keys: compared('keys', '--key', 'team-key'),
  anyKey: compared('keys', '--any-key'),
  maxJobs: compared('limits', '--max-jobs', '10'),
  publicUrl: compared(['public-url', REACHABLE, 'keys'], '--public-url', 'https://mock.example'),
  host: compared([REACHABLE, 'keys'], '--host', '0.0.0.0'),
  developmentKeys: compared('development-keys', '--development-keys'),
  controlToken: compared('control-token', '--control-token', 'a-token-of-our-team'),
  allowOrigins: compared('allow-origin', '--allow-origin', 'https://app.example'),
  allowHosts: compared('allow-host', '--allow-host', 'mock.internal'),
  redact: compared('redact', '--redact', 'x-replica-team'),
  port: free('Each process has its own.', '--port', '5010'),
  tlsCert: free('Each process can have its own certificate.', '--tls-cert', 'cert.pem'),
  tlsKey: free('Each process can have its own certificate.', '--tls-key', 'key.pem'),
  config: free('The options in the file are compared.', '--no-config'),
  store: free('Processes can have other names for one store.', '--store', 'valkey://localhost:1'),
  log: free('It changes what a process prints.', '--log', 'json'),
  selfCheck: free('It changes what a process prints.', '--self-check'),
  state: free('It cannot be used with --store.', '--state', 'state.json'),
  replay: free('It cannot be used with --store.'),
};

/** The fingerprint of `deckhand serve` with these flags. */
async function fingerprint(flags: readonly string[]): Promise<Fingerprint> {
  let made: Fingerprint = {};
  const command = addOptions(new Command('serve'), 'serve', serverOptions).action((options: ServeOptions) => {
    const configured = configuredBy(options);
    const access = accessOf(options, configured.options);
    const library = readLibrary(configured);
    const address = { url: '', requested: {} };
    const deckhand = createMock({ options, configured, access, library, store: undefined, address });
    made = fingerprintOf(deckhand, settingsOf(options, configured, access));
  });
  await command.parseAsync(flags, { from: 'user' });
  return made;
}

describe('replicas', () => {
  it('have a decision for each option of serve', () => {
    const options = optionsAt('serve', serverOptions).map(([name]) => name);
    expect(Object.keys(decisions).toSorted()).toEqual(options.toSorted());
  });

  it.each(Object.entries(decisions).filter(([, { differs }]) => differs))(
    'with another %s are refused',
    async (_name, { flags, differs = [] }) => {
      const names = differences(await fingerprint([]), await fingerprint(flags()));
      expect(names.toSorted()).toEqual(differs.toSorted());
    },
  );

  it.each(Object.entries(decisions).filter(([, { free: why }]) => why !== undefined))(
    'can have another %s',
    async (_name, { flags }) => {
      expect(differences(await fingerprint([]), await fingerprint(flags()))).toEqual([]);
    },
  );

  it('do not show the control token to the store', async () => {
    const text = JSON.stringify(await fingerprint(['--control-token', 'a-token-of-our-team']));
    expect(text).not.toContain('a-token-of-our-team');
  });

  it('see lists in another order as the same', async () => {
    const [one, other] = await Promise.all([
      fingerprint(['--redact', 'x-replica-a', '--redact', 'x-replica-b', '--allow-host', 'a.internal']),
      fingerprint(['--redact', 'X-Replica-B', '--redact', 'x-replica-a', '--allow-host', 'A.internal']),
    ]);
    expect(differences(one, other)).toEqual([]);
  });
});
