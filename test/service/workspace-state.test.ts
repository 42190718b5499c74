import { beforeEach, describe, expect, it } from 'vitest';
import { startClock } from '../../src/service/clock.js';
import { WorkspaceState } from '../../src/service/workspace-state.js';
import { story, timelineOf } from '../scenario/documents.js';

let state: WorkspaceState;
beforeEach(() => {
  state = new WorkspaceState('amber', startClock(1000));
});

describe('a workspace', () => {
  it('calls its listeners when its clock is set, until they stop listening', () => {
    const heard: string[] = [];
    const stopFirst = state.onClockSet(() => heard.push('first'));
    state.onClockSet(() => heard.push('second'));
    state.clock = startClock(2000);
    stopFirst();
    state.clock = startClock(3000);
    expect(heard).toEqual(['first', 'second', 'second']);
  });

  it('counts how often a scenario became active, also the same one and none', () => {
    const timeline = timelineOf(story());
    state.activate(timeline);
    state.activate(timeline);
    expect([state.active, state.activation]).toEqual([timeline, 2]);
    state.activate(undefined);
    expect([state.active, state.activation]).toEqual([undefined, 3]);
  });
});
