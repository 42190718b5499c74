import { describe, expect, it } from 'vitest';
import { asking, failed, message, poll, start, working } from '../exchanges.js';
import { play, pollAt, replyAt, START, statesIn, storyIn, timelineOfFile } from './play-story.js';

const GENERATING = { status: 'generating' };

describe('the steps of a story', () => {
  it('are the phases of the job: texts, figures and times at round instants', () => {
    const { scenario } = storyIn([
      start(0),
      poll(2000, working(0, 100, 'Reading the prompt')),
      poll(4000, working(2, 900)),
      poll(6000, working(5, 1500)),
      poll(9000, failed()),
    ]);
    expect(scenario.steps).toEqual([
      { work: { for: '3s', tokens: '0..100', slides: 0, of: 8, current_step: 'Reading the prompt' } },
      {
        work: {
          for: '5s',
          tokens: '100..1500',
          slides: '0..5',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { fail: { error: 'Out of memory.' } },
    ]);
  });

  it('keep a text with a figure that is no slide', () => {
    const view = working(2, 0, 'Trying 3 layouts');
    const { scenario } = storyIn([start(0), poll(1000, view), poll(2000, view), poll(3000, failed())]);
    expect(scenario.steps[0]?.work?.current_step).toBe('Trying 3 layouts');
  });

  it('ask the recorded questions, and wait as long as nobody replied', () => {
    const { scenario } = storyIn([
      start(0),
      poll(3000, asking('Who for?')),
      message(8000),
      poll(9000, asking('How long?')),
      poll(20_000, asking('How long?')),
      poll(24_000, failed('No reply.')),
    ]);
    expect(scenario.steps).toEqual([
      { work: { for: '2s' } },
      { ask: { message: 'Who for?' } },
      { work: { for: '500ms' } },
      { ask: { message: 'How long?', wait: '13.5s', error: 'No reply.' } },
      { stay: null },
    ]);
  });

  it('ask the same question twice when both got a reply', () => {
    const story = storyIn([
      start(0),
      poll(2000, asking()),
      message(3000),
      poll(4000, asking()),
      message(5000),
      poll(6000, failed()),
    ]);
    expect(story.scenario.steps.filter(({ ask }) => ask)).toHaveLength(2);
  });

  it('ignore a poll that still shows a question after its reply', () => {
    const { scenario } = storyIn([
      start(0),
      poll(2000, asking()),
      message(3000),
      poll(3050, asking()),
      poll(6000, failed()),
    ]);
    expect(scenario.steps.filter(({ ask }) => ask)).toHaveLength(1);
  });

  it('continue after a reply whose response was lost', () => {
    const story = storyIn([
      start(0),
      poll(2000, asking()),
      message(5000, { failure: 'reset' }),
      poll(7000, working(1, 10)),
      poll(9000, failed()),
    ]);
    expect(story.scenario.faults).toEqual([
      { on: 'sendGenerationMessage', during: '0ms..', connection: 'reset', takes_effect: true },
    ]);
    const played = play(story, [START, pollAt(2000), replyAt(5000), pollAt(7000), pollAt(9000)]);
    expect(statesIn(played).map((state) => state.split(':')[0])).toEqual([
      'awaiting_input',
      'generating',
      'failed',
    ]);
  });

  it('never end when the recording ends before the job', () => {
    const { scenario } = storyIn([start(0), poll(2000, GENERATING)]);
    expect(scenario.title).toBe('A job that does not end');
    expect(scenario.steps.at(-1)).toEqual({ stay: null });
  });

  it('leave out views after the end, and figures that fall', () => {
    const { scenario, leftOut } = storyIn([
      start(0),
      poll(1000, working(1, 500)),
      poll(2000, working(2, 400)),
      poll(3000, failed()),
      poll(4000, GENERATING),
      poll(5000, GENERATING),
    ]);
    expect(scenario.violates).toBeUndefined();
    expect(leftOut).toEqual([
      'A total of tokens that falls.',
      'A status view after the end of the job (2 times).',
    ]);
  });

  it('fit into a scenario, however often the job changes', () => {
    const polls = Array.from({ length: 900 }, (_, index) =>
      poll(1000 * (index + 1), working(1, 0, index % 2 === 0 ? 'Up' : 'Down')),
    );
    const story = storyIn([start(0), ...polls, poll(1_000_000, failed())]);
    expect(timelineOfFile(story).steps.length).toBeLessThanOrEqual(500);
    expect(story.scenario.steps.at(-1)).toEqual({ fail: { error: 'Out of memory.' } });
    expect(story.leftOut).toEqual(['661 phases: a scenario has at most 500 steps.']);
  });

  it('of a job without a recorded start begin with its first poll', () => {
    const { scenario, leftOut } = storyIn([poll(60_000, GENERATING), poll(64_000, failed())]);
    expect(scenario.steps).toEqual([{ work: { for: '2s' } }, { fail: { error: 'Out of memory.' } }]);
    expect(leftOut).toEqual(['The start of the job: times count from the first request about it.']);
  });
});
