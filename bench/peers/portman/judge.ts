/** Portman makes a Postman collection of the document, with tests, and Newman runs it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFor } from '../documents.js';
import { peerFile, versionOf } from '../install.js';
import { byExitCode, type PeerJudge } from '../judge.js';
import { node, runTool } from '../tool.js';

export const portman: PeerJudge = {
  name: `Portman ${versionOf('@apideck/portman')} and Newman ${versionOf('newman')}`,
  given:
    'contract tests of each operation, variations with wrong and foreign keys, integration tests with two questions and a failure',
  async judge({ baseUrl, key, otherKey, folder }) {
    const [document, collection] = [join(folder, 'contract.json'), join(folder, 'collection.json')];
    writeFileSync(document, JSON.stringify(documentFor(baseUrl)));
    const config = join(import.meta.dirname, 'portman.json');
    const files = [
      '--local',
      document,
      '--baseUrl',
      baseUrl,
      '--output',
      collection,
      '--portmanConfigFile',
      config,
    ];
    const made = await runTool({ ...node(peerFile('@apideck/portman/bin/portman'), ...files), cwd: folder });
    if (made.code !== 0) return { outcome: 'error', output: made.output };
    const keys = ['--env-var', `key=${key}`, '--env-var', `otherKey=${otherKey}`];
    const newman = node(
      peerFile('newman/bin/newman.js'),
      'run',
      collection,
      ...keys,
      '--delay-request',
      '10',
      '--timeout',
      '60000',
    );
    return byExitCode(await runTool({ ...newman, cwd: folder }));
  },
};
