/** Runs the commands of docs/verify.md, at a mock server in place of the deployment, and without its rate. */
import { afterAll, expect, it } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { serve } from '../server/serve.js';
import { blocksOf } from './page.js';
import { UserProject } from './user-project.js';

const project = new UserProject(install().folder);
afterAll(() => project.remove());
/** One needs a proxy and a certificate. */
const blocks = blocksOf('docs/verify.md', 'sh').filter((code) => !code.includes('HTTPS_PROXY'));

it('has three blocks of commands', () => expect(blocks).toHaveLength(3));

it.each(blocks)('a deployment that keeps its promises passes: %s', { timeout: 120_000 }, async (code) => {
  const server = await serve();
  try {
    server.deckhand.workspace('ws_dev').use({
      title: 'A quick deck',
      steps: [{ work: { for: '600ms', slides: '0..3', tokens: '0..300' } }, { complete: {} }],
    });
    const run = code
      .replaceAll(/https:\/\/staging\.example\.com|http:\/\/127\.0\.0\.1:4010/g, server.url)
      .replaceAll('=…', '=deckhand-dev-key')
      .replaceAll(/verify (?!.*(?:--dry-run|--requests-per-minute)).*$/gm, '$& --requests-per-minute 0');
    const { code: exit, out, err } = await project.shell(`export DECKHAND_API_KEY=deckhand-dev-key\n${run}`);
    expect(exit, out + err).toBe(0);
    if (code.includes('jq')) expect(out).toMatch(/^GET \/templates\t0\t/m);
  } finally {
    await server.close();
  }
});
