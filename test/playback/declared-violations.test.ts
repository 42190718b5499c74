import { expect, it } from 'vitest';
import { declaredViolations } from '../../src/playback/declared-violations.js';
import { failed, poll, start, working } from '../replay/exchanges.js';

const SCENARIO = { title: 'A replay', steps: [{ fail: { error: 'boom' } }] } as never;

const honest = [start(0), poll(1000, working(1, 5)), poll(2000, failed())];
const reopened = [...honest, poll(3000, working(2, 5))];

it('a replay scenario declares what the recorded service violated', () => {
  expect(declaredViolations(SCENARIO, reopened, reopened).scenario.violates).toContain(
    'job/terminal-is-final',
  );
});

it('a replay scenario does not accuse a service of what only the replay shows', () => {
  expect(declaredViolations(SCENARIO, reopened, honest).scenario.violates).toBeUndefined();
});
