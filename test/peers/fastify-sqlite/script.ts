/** The script of a generation: what a worker does one step after another. */

export type Step =
  | { readonly do: 'outline' | 'finish'; readonly ms: number; readonly tokens: number }
  | {
      readonly do: 'write';
      readonly ms: number;
      readonly slide: number;
      readonly of: number;
      readonly tokens: number;
    }
  | { readonly do: 'ask'; readonly ms: number; readonly question: string }
  | { readonly do: 'give up'; readonly ms: number; readonly reason: string };

/** How long a question stays open before the worker goes on without a reply. */
const PATIENCE = 120_000;

/** @param random decides the number of slides and the length: 1 to 20 seconds at speed 1 */
export function scriptFor(prompt: string, speed: number, random: () => number): readonly Step[] {
  const slides = 3 + Math.floor(random() * 4);
  const total = (1_000 + random() * 19_000) / speed;
  const share = total / (slides + 2);
  const steps: Step[] = [{ do: 'outline', ms: share, tokens: 184 }];
  if (/\?\s*$/.test(prompt)) {
    steps.push({ do: 'ask', ms: PATIENCE, question: 'Wer hört zu – and for how long?' });
    steps.push({ do: 'ask', ms: PATIENCE, question: 'Formal or relaxed?' });
  }
  for (let slide = 1; slide <= slides; slide++)
    steps.push({ do: 'write', ms: share, slide, of: slides, tokens: 184 + slide * 611.5 });
  if (/\bclassified\b/i.test(prompt))
    return [
      ...steps.slice(0, -1),
      {
        do: 'give up',
        ms: share,
        reason: 'content_policy: the outline was declined by the model provider (ref 7f2a)',
      },
    ];
  return [...steps, { do: 'finish', ms: share, tokens: 184 + slides * 611.5 + 40 }];
}
