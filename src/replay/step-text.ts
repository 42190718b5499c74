/** Finds the scenario text behind the step texts that progress showed: `Writing slide {slide} of {slides}`. */
import type { SeenProgress } from './view.js';

/** More ways to read one text are not looked at. */
const MOST_READINGS = 64;

/** Every text with placeholders that would show as this one, those with the most different placeholders first. */
export function readingsOf(progress: SeenProgress): readonly string[] {
  const { text, done, total } = progress;
  const placeholders: readonly (readonly [string, number])[] = [
    ['{slide}', Math.min(done + 1, total)],
    ['{done}', done],
    ['{slides}', total],
  ];
  let readings = [''];
  for (const part of text.split(/((?<![\d.,])\d+(?![\d.,]*\d))/)) {
    const choices = placeholders.filter(([, value]) => part === String(value)).map(([name]) => name);
    const all = [...choices, part];
    readings = readings.flatMap((reading) => all.map((choice) => reading + choice)).slice(0, MOST_READINGS);
  }
  return readings.toSorted((one, two) => variety(two) - variety(one));
}

function variety(reading: string): number {
  return new Set(reading.match(/\{\w+\}/g)).size;
}

/** The text that progress shows. */
export function shownAs(reading: string, { done, total }: Pick<SeenProgress, 'done' | 'total'>): string {
  return reading
    .replaceAll('{slide}', String(Math.min(done + 1, total)))
    .replaceAll('{done}', String(done))
    .replaceAll('{slides}', String(total));
}
