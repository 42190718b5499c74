/** Redocly Respect: runs Arazzo workflows, and validates each response by the document. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFor } from '../documents.js';
import { peerFile, versionOf } from '../install.js';
import { byExitCode, type PeerJudge } from '../judge.js';
import { node, runTool } from '../tool.js';

export const respect: PeerJudge = {
  name: `Redocly Respect ${versionOf('@redocly/cli')}`,
  given:
    'four Arazzo workflows: a completed job and a rename, two questions, a failure, wrong and foreign keys',
  async judge({ baseUrl, key, otherKey, folder }) {
    const workflows = join(folder, 'workflows.arazzo.yaml');
    copyFileSync(join(import.meta.dirname, 'workflows.arazzo.yaml'), workflows);
    writeFileSync(join(folder, 'contract.json'), JSON.stringify(documentFor(baseUrl)));
    const inputs = ['--input', `key=${key}`, '--input', `otherKey=${otherKey}`];
    const command = node(
      peerFile('@redocly/cli/bin/cli.js'),
      'respect',
      workflows,
      '--server',
      `api=${baseUrl}`,
      ...inputs,
    );
    return byExitCode(await runTool({ ...command, cwd: folder }));
  },
};
