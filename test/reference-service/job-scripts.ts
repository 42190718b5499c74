/** The states of a job, chosen by words in its prompt. Pure data: job.ts advances the job. */

export interface Progress {
  readonly slides_total: number;
  readonly slides_completed: number;
  readonly current_step: string;
}

/** One state of a job as its status view shows it (section 2.2). `tokens`: the total so far, absent for none. */
export type ScriptedState =
  | { readonly status: 'generating'; readonly progress?: Progress; readonly tokens?: number }
  | {
      readonly status: 'awaiting_input';
      readonly message: string;
      /** After this number of polls the question is dropped and the job goes on; by default it waits for ever. */
      readonly expiresAfterPolls?: number;
    }
  | { readonly status: 'completed'; readonly headings: readonly string[]; readonly tokens?: number }
  | { readonly status: 'failed'; readonly error: string };

/** Prompts that lead a job through each lifecycle. */
export const prompts = {
  plain: 'Electric harbour taxis – a pitch for the café on the quay',
  question: 'Electric harbour taxis, with a question',
  twoQuestions: 'Electric harbour taxis, with two questions',
  failure: 'Electric harbour taxis that fail',
} as const;

// Letters outside ASCII in every text reveal a wrong encoding.
const headings = ['Le problème', 'Our answer', 'How it works – in brief', 'Who needs it', 'Merci'];

/** The states of a job: asks when the prompt has the word "question", ends as failed when it has "fail". */
export function createScript(prompt: string): readonly ScriptedState[] {
  const end: ScriptedState = /fail/i.test(prompt)
    ? { status: 'failed', error: 'The outline was not ready in time – the generation timed out.' }
    : { status: 'completed', headings, tokens: 1270 };
  if (/two questions/i.test(prompt)) {
    return [
      started,
      generating(0, 120),
      question('Who is the audience – and how many?'),
      generating(1, 410),
      question('How long?'),
      generating(4, 900),
      end,
    ];
  }
  if (/question/i.test(prompt)) {
    return [
      started,
      generating(0, 120),
      question('Who is the audience – and how many?'),
      generating(2, 560),
      generating(4, 900),
      end,
    ];
  }
  return [started, generating(0, 120), generating(2, 560), generating(4, 900), end];
}

/** Accepted, without progress yet. */
const started: ScriptedState = { status: 'generating' };

function generating(slide: number, tokens: number): ScriptedState {
  const current_step =
    slide === 0 ? 'Drafting the outline …' : `Writing slide ${slide + 1} of ${headings.length} …`;
  return {
    status: 'generating',
    progress: { slides_total: headings.length, slides_completed: slide, current_step },
    tokens,
  };
}

function question(message: string): ScriptedState {
  return { status: 'awaiting_input', message };
}
