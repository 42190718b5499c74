/** `deckhand verify`, as built. */
import { CLI } from '../../build.js';
import { byExitCode, PROMPTS, type PeerJudge } from '../judge.js';
import { node, runTool } from '../tool.js';

export const deckhand: PeerJudge = {
  name: 'Deckhand',
  given:
    '`verify` with three keys, a prompt for two questions, a prompt for a failure, `--probe-rate-limit`, no pacing',
  async judge({ baseUrl, key, otherKey, disabledKey }) {
    const fast = ['--requests-per-minute', '0', '--poll-interval', '10ms', '--job-timeout', '30s'];
    const prompts = ['--question-prompt', PROMPTS.questions, '--failure-prompt', PROMPTS.failure];
    const keys = {
      DECKHAND_API_KEY: key,
      DECKHAND_OTHER_API_KEY: otherKey,
      DECKHAND_DISABLED_API_KEY: disabledKey,
    };
    const command = node(CLI, 'verify', baseUrl, ...fast, ...prompts, '--probe-rate-limit');
    return byExitCode(await runTool({ ...command, env: keys }));
  },
};
