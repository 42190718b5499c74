/** Prism's proxy: a client plays jobs through it, and it validates each response by the document. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../child.js';
import { firstAnswer } from '../first-answer.js';
import { documentFor } from '../documents.js';
import { peerFile, versionOf } from '../install.js';
import { travel } from '../journey.js';
import { PROMPTS, type PeerJudge } from '../judge.js';
import { node, startTool, stopTool } from '../tool.js';

interface Violation {
  readonly location?: readonly string[];
  readonly severity?: string;
  readonly message?: string;
}

export const prism: PeerJudge = {
  name: `Prism proxy ${versionOf('@stoplight/prism-cli')}`,
  given: 'a client behind it that plays the same jobs, with right requests only',
  async judge({ baseUrl, key, folder }) {
    const document = join(folder, 'contract.json');
    writeFileSync(document, JSON.stringify(documentFor(baseUrl, true)));
    const port = await freePort();
    const proxy = startTool(
      node(
        peerFile('@stoplight/prism-cli/dist/index.js'),
        'proxy',
        document,
        baseUrl,
        '--port',
        String(port),
        '-v',
        'silent',
      ),
    );
    const found: string[] = [];
    const onResponse = ({ headers }: Response): void => {
      const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as readonly Violation[];
      const ofResponse = violations.filter(
        ({ location, severity }) => location?.[0] === 'response' && severity === 'Error',
      );
      found.push(...ofResponse.map(({ message = '' }) => message));
    };
    const url = `http://127.0.0.1:${port}`;
    try {
      if ((await firstAnswer(proxy, `${url}/templates`, key)) === undefined)
        return { outcome: 'error', output: 'no answer' };
      for (const prompt of Object.values(PROMPTS))
        await travel({ baseUrl: url, key, prompt, pauseMs: 10, onResponse });
      await fetch(`${url}/presentations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ template_id: 'template-1a', title: 'Created' }),
      }).then(onResponse);
    } finally {
      await stopTool(proxy);
    }
    return { outcome: found.length > 0 ? 'accused' : 'passed', output: found.join('\n') };
  },
};
