// Generated from scenarios/*.yaml by `npm run generate`; do not edit.

import type { Scenario } from './control-api.js';

/** The names of the scenarios of the package. */
export type BundledScenario =
  | 'api-disabled'
  | 'asks-a-question'
  | 'asks-twice'
  | 'awkward-text'
  | 'broken-responses'
  | 'flaky-network'
  | 'happy-path'
  | 'instant'
  | 'long-deck'
  | 'never-ends'
  | 'no-progress'
  | 'rate-limit-policy'
  | 'rate-limited-no-retry-after'
  | 'rate-limited'
  | 'slow-progress'
  | 'timeout-failure'
  | 'unanswered-question'
  | 'upstream-error';

/** The scenarios of the package, by name. */
export const bundledScenarios: Readonly<Record<string, Scenario>> = {
  'api-disabled': {
    title: 'A workspace without API access',
    description:
      'Every request with a key of this workspace gets 403, because the API is off in the workspace settings.\nExercises the screen that explains the missing access. Activate this scenario or send the header.\n',
    workspace: { api_enabled: false },
    steps: [{ complete: null }],
  },
  'asks-a-question': {
    title: 'Asks one question and waits',
    description:
      'After three seconds, the job asks a question and waits without a limit. The reply lets it finish.\nExercises the question screen, sending the reply, and the return to progress.\n',
    steps: [
      { generate: { for: '3s', tokens: '0..310', current_step: 'Reading the prompt' } },
      { ask: { message: 'Who is the audience: people who decide, or people who do the work?' } },
      {
        generate: {
          for: '5s',
          tokens: '310..2120',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
  },
  'asks-twice': {
    title: 'Asks, and then asks again',
    description:
      'The job asks a question at the beginning, and another one in the middle of the slides.\nExercises clients that expect only one question: progress, question, progress, question, presentation.\n',
    steps: [
      { generate: { for: '2s', tokens: '0..260', current_step: 'Reading the prompt' } },
      { ask: { message: 'How long may the talk be?' } },
      {
        generate: {
          for: '3s',
          tokens: '260..1180',
          slides: '0%..50%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { ask: { message: 'Should the figures be from this year or from the last full one?' } },
      {
        generate: {
          for: '3s',
          tokens: '1180..2240',
          slides: '50%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
  },
  'awkward-text': {
    title: 'Text that breaks layouts',
    description:
      'Right-to-left script, emoji, very long words, markup and template syntax in progress, question and presentation.\nExercises escaping, wrapping and text direction: everything must show as text, and no script must run.\n',
    steps: [
      {
        generate: {
          for: '2s',
          tokens: '0..260',
          slides: '0%',
          current_step: 'Écrire la diapositive <b>{slide}</b> & les autres…',
        },
      },
      {
        generate: {
          for: '2s',
          tokens: '260..900',
          slides: '0%..50%',
          current_step: 'جارٍ كتابة الشريحة {slide} من {slides_total}',
        },
      },
      {
        ask: {
          message: "Use the word <script>alert('deckhand')</script> in the title? 🤔 {{answer}} ${answer}",
        },
      },
      {
        generate: {
          for: '2s',
          tokens: '900..1500',
          slides: '50%..100%',
          current_step: '👩‍👩‍👧‍👦🏳️‍🌈 Zusammensetzungsüberprüfungsverfahren',
        },
      },
      {
        complete: {
          title: "<img src=x onerror=alert('deckhand')> & “quotes” 🧑‍🚀 שלום עולם",
          sections: [
            {
              title: 'مرحبا بالعالم',
              layout: 'title',
              bullets: ['النص من اليمين إلى اليسار', 'Mixed: שלום and hello, 123'],
            },
            {
              title:
                'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokollführerin',
              bullets: [
                'averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordwithoutasinglespaceinit',
                '',
              ],
            },
            {
              title: '<h1>Markup</h1> &amp; entities &lt;b&gt;',
              bullets: [
                "<script>alert('deckhand')</script>",
                "'; DROP TABLE slides; --",
                '{{constructor.constructor("alert(1)")()}}',
                "javascript:alert('deckhand')",
              ],
            },
            {
              title: 'Zalgo t̴̡̛e̵x̷t̸, zero​width, ‮reversed‬ and a tab:\t.',
              bullets: ['🏳️‍🌈👩🏽‍💻👨‍👩‍👧‍👦🇺🇳', 'first line\nsecond line', 'ﷺ ﷽ 𝕳𝖊𝖑𝖑𝖔 Ǆ ǅ ß ſ İ ı'],
            },
            { title: '', layout: 'quote', bullets: ['“A quote inside a quote”, said ‘nobody’.'] },
            { title: 'The end', layout: 'closing' },
          ],
        },
      },
    ],
  },
  'broken-responses': {
    title: 'Responses that are not JSON',
    description:
      'One poll is truncated, one is not JSON, and one arrives slowly over three seconds. Then the presentation arrives.\nExercises the handling of invalid bodies: no white screen, no lost job. A real service must never do this.\n',
    steps: [
      {
        generate: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
    faults: [
      { operation: 'getGenerationStatus', requests: 2, corrupt: 'truncated' },
      { operation: 'getGenerationStatus', requests: 3, corrupt: 'malformed' },
      { operation: 'getGenerationStatus', requests: 4, drip: '3s' },
    ],
    violates: ['response/success-body-is-json'],
  },
  'flaky-network': {
    title: 'A bad connection',
    description:
      'Slow responses, a reset connection, a 502 from a proxy, and a 503 for the first fetch of the presentation.\nExercises retries of transient failures, and progress on an unreliable network.\n',
    steps: [
      {
        generate: {
          for: '14s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
    faults: [
      { operation: 'getGenerationStatus', requests: 2, latency: '1.5s' },
      { operation: 'getGenerationStatus', requests: 3, connection: 'reset' },
      { operation: 'getGenerationStatus', requests: 4, response: { status: 502 } },
      { operation: 'getGenerationStatus', requests: 5, latency: '200ms..900ms' },
      { operation: 'sendGenerationMessage', requests: 1, connection: 'reset' },
      { operation: 'getPresentation', requests: 1, response: { status: 503, retry_after: '1s' } },
    ],
  },
  'happy-path': {
    title: 'A deck in twelve seconds',
    description:
      'The normal case: a short wait, a progress bar that fills slide by slide, and the finished presentation.\nExercises the progress screen, its step text, and the transition to the presentation.\n',
    steps: [
      { generate: { for: '1.5s', tokens: '0..140', current_step: 'Reading the prompt' } },
      { generate: { for: '2s', tokens: '140..420', slides: '0%', current_step: 'Sketching the outline' } },
      {
        generate: {
          for: '7s',
          tokens: '420..2310',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      {
        generate: { for: '1.5s', tokens: '2310..2480', slides: '100%', current_step: 'Checking the layout' },
      },
      { complete: null },
    ],
  },
  instant: {
    title: 'Done at the first poll',
    description:
      'The first poll shows the presentation, and no poll shows progress.\nExercises the direct change from the start to the presentation, without a flash of the progress screen.\n',
    steps: [{ complete: null }],
  },
  'long-deck': {
    title: 'A deck of three hundred sections',
    description:
      'Many more sections than usual, generated in ten seconds.\nExercises the speed of long lists and pages, and a progress bar with very small steps.\n',
    steps: [
      { generate: { for: '2s', tokens: '0..900', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '8s',
          tokens: '900..86000',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: { sections: 300 } },
    ],
  },
  'never-ends': {
    title: 'Never ends',
    description:
      "Progress reaches the last slide but one and then stops.\nExercises the client's own timeout: it must stop polling, and users need a way out.\n",
    steps: [
      { generate: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '6s',
          tokens: '180..1700',
          slides: '0%..90%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { stall: null },
    ],
  },
  'no-progress': {
    title: 'No progress until it is done',
    description:
      'Eight seconds of generating without progress and tokens, then the presentation.\nExercises the progress screen without any progress to show.\n',
    steps: [{ generate: { for: '8s' } }, { complete: null }],
  },
  'rate-limit-policy': {
    title: 'Twenty requests a minute',
    description:
      'A real rate limit: twenty requests per minute and key. More requests get 429 with `Retry-After`.\nExercises the request rate of a whole client: one poll every three seconds is fine, two tabs are not.\n',
    rate_limit: '20/1m',
    steps: [
      {
        generate: {
          for: '90s',
          tokens: '0..3100',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
  },
  'rate-limited-no-retry-after': {
    title: '429 while polling, without Retry-After',
    description:
      "The same as rate-limited, but the responses have no `Retry-After`.\nExercises the client's own backoff: increasing and bounded.\n",
    steps: [
      {
        generate: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
    faults: [{ operation: 'getGenerationStatus', requests: '3..6', response: { status: 429 } }],
  },
  'rate-limited': {
    title: '429 while polling, with Retry-After',
    description:
      'From the third poll on, five responses are 429 with `Retry-After`. Then the job continues normally.\nExercises the backoff: wait for `Retry-After`, keep the progress on the screen, and show no failure.\n',
    steps: [
      {
        generate: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
    faults: [
      { operation: 'getGenerationStatus', requests: '3..7', response: { status: 429, retry_after: '2s' } },
    ],
  },
  'slow-progress': {
    title: 'A deck that takes four minutes',
    description:
      'Progress is slow, stops for a while, and continues.\nExercises long jobs: does the screen explain the wait, survive a reload, and let users leave and return?\n',
    steps: [
      { generate: { for: '20s', tokens: '0..300', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '90s',
          tokens: '300..1900',
          slides: '0%..40%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      {
        generate: { for: '45s', tokens: 1900, slides: '40%', current_step: 'Waiting for a free illustrator' },
      },
      {
        generate: {
          for: '85s',
          tokens: '1900..4200',
          slides: '40%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
  },
  'timeout-failure': {
    title: 'Fails with a timeout',
    description:
      'The job begins normally, stops at a slide, and fails after twenty seconds.\nExercises the failure screen: the reason, and a way to try again.\n',
    steps: [
      { generate: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '4s',
          tokens: '180..900',
          slides: '0%..40%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { generate: { for: '14s', tokens: 900, slides: '40%' } },
      { fail: { error: 'Generation timed out before the deck was finished.' } },
    ],
  },
  'unanswered-question': {
    title: 'A question without a reply in time',
    description:
      'The job asks a question, waits for thirty seconds, and fails without a reply. A reply in time lets it finish.\nExercises a question screen that stays open for too long.\n',
    steps: [
      { generate: { for: '2s', tokens: '0..260', current_step: 'Reading the prompt' } },
      {
        ask: {
          message: 'Which of your two products is this about?',
          timeout: '30s',
          on_timeout: 'fail',
          error: 'The question was not answered in time.',
        },
      },
      {
        generate: {
          for: '4s',
          tokens: '260..1900',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { complete: null },
    ],
  },
  'upstream-error': {
    title: 'Fails with an upstream error',
    description:
      'A component behind the service fails, and the job passes on its long, technical error with a line break.\nExercises the failure screen with an error that was not written for users.\n',
    steps: [
      { generate: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '3s',
          tokens: '180..700',
          slides: '0%..30%',
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      {
        fail: {
          error:
            'Upstream error (slide-writer): 529 overloaded_error: "Overloaded"\n  request req_7d1f0c; retried 3 times; giving up after 4.2 s <no further detail>',
        },
      },
    ],
  },
};
