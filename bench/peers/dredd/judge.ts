/** Dredd: one request for each operation, and hooks for what one request cannot show. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { olderDocumentFor } from '../documents.js';
import { peerFile, versionOf } from '../install.js';
import { byExitCode, type PeerJudge } from '../judge.js';
import { node, runTool } from '../tool.js';

export const dredd: PeerJudge = {
  name: `Dredd ${versionOf('dredd')}`,
  given:
    'the document as OpenAPI 3.0 (it reads no 3.1), hooks that prepare three jobs and assert states, rename and keys',
  async judge({ baseUrl, key, otherKey, folder }) {
    const document = join(folder, 'contract.json');
    writeFileSync(document, JSON.stringify(olderDocumentFor(baseUrl)));
    const hooks = join(import.meta.dirname, 'hooks.cjs');
    const command = node(
      peerFile('dredd/bin/dredd'),
      document,
      baseUrl,
      '--hookfiles',
      hooks,
      '--loglevel',
      'warning',
    );
    const env = { BASE_URL: baseUrl, KEY: key, OTHER_KEY: otherKey };
    const { code, output } = await runTool({ ...command, cwd: folder, env });
    return byExitCode({ code: code === 0 && output.includes('HOOK FAILED') ? 1 : code, output });
  },
};
