/** The sentences that fill decks. They have little content, but look like real ones. */

export const BULLETS: readonly string[] = [
  'What {topic} changes, in one sentence',
  'Three figures that show where we stand',
  'The people who feel it first',
  'What was tried before, and what it taught us',
  'A small start that can be measured within a month',
  'The one risk worth losing sleep over',
  'How {topic} looks from the other side of the desk',
  'What stays as it is, on purpose',
  'Costs: once, every year, and when it grows',
  'Who decides, and by when',
  'A day with {topic}, from morning to evening',
  'The shortest way that could possibly work',
  'What we will stop doing to make room',
  'Signals that tell us to turn back',
  'The next three steps and a name beside each',
  'Why now, and not a year ago',
  'What the numbers leave out',
];

export const QUOTES: readonly string[] = [
  'The best time to begin with {topic} was last year. The second best is today.',
  'If it does not fit on one slide, we have not understood it yet.',
  'People do not ask for {topic}. They ask for their Tuesday back.',
  'Every plan is a guess with a date on it.',
];
