// Generated from scenarios/*.yaml by `npm run generate`; do not edit.

import type { Scenario } from './control-api.js';

/** The scenarios that come with the package, by name. */
export const bundledScenarios: Readonly<Record<string, Scenario>> = {
  'api-disabled': {
    title: 'A workspace without API access',
    description:
      "Every request with this workspace's keys is answered 403: the API is switched off in its settings.\nExercises the screen for people who may not do this, and whom to ask about it. Make it active or send the header.\n",
    workspace: { api_enabled: false },
    steps: [{ complete: null }],
  },
  'asks-a-question': {
    title: 'Asks one question and waits',
    description:
      'Three seconds in, the job asks something and waits for as long as it takes; the reply lets it finish.\nExercises the question screen, sending the answer, and going back to progress.\n',
    steps: [
      { work: { for: '3s', tokens: '0..310', current_step: 'Reading the prompt' } },
      { ask: { message: 'Who is the audience: people who decide, or people who do the work?' } },
      {
        work: {
          for: '5s',
          tokens: '310..2120',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
  },
  'asks-twice': {
    title: 'Asks, and then asks again',
    description:
      'One question in the beginning, another in the middle of the slides.\nExercises a client that thinks one question is all there is: progress, question, progress, question, deck.\n',
    steps: [
      { work: { for: '2s', tokens: '0..260', current_step: 'Reading the prompt' } },
      { ask: { message: 'How long may the talk be?' } },
      {
        work: {
          for: '3s',
          tokens: '260..1180',
          slides: '0%..50%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { ask: { message: 'Shall the figures be from this year or from the last full one?' } },
      {
        work: {
          for: '3s',
          tokens: '1180..2240',
          slides: '50%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
  },
  'awkward-text': {
    title: 'Text that breaks layouts',
    description:
      'Right-to-left script, emoji, a word without an end, markup and template syntax, in progress, question and deck.\nExercises escaping, wrapping and direction: everything has to show as text, and nothing may run.\n',
    steps: [
      {
        work: {
          for: '2s',
          tokens: '0..260',
          slides: '0%',
          current_step: 'Écrire la diapositive <b>{slide}</b> & les autres…',
        },
      },
      {
        work: {
          for: '2s',
          tokens: '260..900',
          slides: '0%..50%',
          current_step: 'جارٍ كتابة الشريحة {slide} من {slides}',
        },
      },
      {
        ask: {
          message: "Use the word <script>alert('deckhand')</script> in the title? 🤔 {{answer}} ${answer}",
        },
      },
      {
        work: {
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
  'broken-answers': {
    title: 'Answers that are not JSON',
    description:
      'One poll breaks off half-way, one is not JSON at all, one trickles in over three seconds; the deck arrives in the end.\nExercises a parser that meets garbage: no white screen, no lost job. The service itself must never do this.\n',
    steps: [
      {
        work: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
    faults: [
      { on: 'getGenerationStatus', requests: 2, corrupt: 'truncated' },
      { on: 'getGenerationStatus', requests: 3, corrupt: 'malformed' },
      { on: 'getGenerationStatus', requests: 4, drip: '3s' },
    ],
    violates: ['wire/success-bodies-are-json'],
  },
  'flaky-network': {
    title: 'A bad connection',
    description:
      'Slow answers, a connection that is cut, a 502 from something on the way; then all is well again.\nExercises retrying what is worth retrying, and showing progress while the network comes and goes.\n',
    steps: [
      {
        work: {
          for: '14s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
    faults: [
      { on: 'getGenerationStatus', requests: 2, latency: '1.5s' },
      { on: 'getGenerationStatus', requests: 3, connection: 'reset' },
      { on: 'getGenerationStatus', requests: 4, answer: { status: 502 } },
      { on: 'getGenerationStatus', requests: 5, latency: '200ms..900ms' },
      { on: 'sendGenerationMessage', requests: 1, connection: 'reset' },
      { on: 'getPresentation', requests: 1, answer: { status: 503, retry_after: '1s' } },
    ],
  },
  'happy-path': {
    title: 'A deck in twelve seconds',
    description:
      'The everyday story: a moment of nothing, a progress bar that fills slide by slide, the finished deck.\nExercises the progress screen, its step text, and the way to the deck.\n',
    steps: [
      { work: { for: '1.5s', tokens: '0..140', current_step: 'Reading the prompt' } },
      { work: { for: '2s', tokens: '140..420', slides: '0%', current_step: 'Sketching the outline' } },
      {
        work: {
          for: '7s',
          tokens: '420..2310',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { work: { for: '1.5s', tokens: '2310..2480', slides: '100%', current_step: 'Checking the layout' } },
      { complete: null },
    ],
  },
  instant: {
    title: 'Done at the first poll',
    description:
      'The deck is there before anybody asks, and no progress is ever shown.\nExercises the jump from starting straight to the deck, without a progress screen flashing by.\n',
    steps: [{ complete: null }],
  },
  'long-deck': {
    title: 'A deck of three hundred sections',
    description:
      'Far more sections than anybody would present, made in ten seconds.\nExercises lists and pages that have to stay quick, and a progress bar with very small steps.\n',
    steps: [
      { work: { for: '2s', tokens: '0..900', current_step: 'Reading the prompt' } },
      {
        work: {
          for: '8s',
          tokens: '900..86000',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: { sections: 300 } },
    ],
  },
  'never-ends': {
    title: 'Never ends',
    description:
      "Progress reaches the last slide but one and stays there, for ever.\nExercises a client's own timeout: polling must not go on without an end, and people need a way out.\n",
    steps: [
      { work: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        work: {
          for: '6s',
          tokens: '180..1700',
          slides: '0%..90%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { stay: null },
    ],
  },
  'no-progress': {
    title: 'No progress until it is done',
    description:
      'Eight seconds of generating without a progress object and without a token figure, then the deck.\nExercises the progress screen when there is nothing to show on it.\n',
    steps: [{ work: { for: '8s' } }, { complete: null }],
  },
  'rate-limit-policy': {
    title: 'Twenty requests a minute',
    description:
      'A real limit: twenty requests in any minute and key, whatever they are, and 429 with `Retry-After` beyond that.\nExercises the pace of a whole client: a poll every three seconds is just fine, two tabs are not.\n',
    rate_limit: '20/1m',
    steps: [
      {
        work: {
          for: '90s',
          tokens: '0..3100',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
  },
  'rate-limited-no-hint': {
    title: '429 while polling, without a hint',
    description:
      "As rate-limited, but the answers do not say when to come back.\nExercises a back-off of the client's own making: longer each time, and bounded.\n",
    steps: [
      {
        work: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
    faults: [{ on: 'getGenerationStatus', requests: '3..6', answer: { status: 429 } }],
  },
  'rate-limited': {
    title: '429 while polling, with a hint',
    description:
      'From the third poll on, five answers are 429 with `Retry-After`; then the job goes on as if nothing had been.\nExercises backing off: come back when told to, keep the progress on the screen, do not call it a failure.\n',
    steps: [
      {
        work: {
          for: '12s',
          tokens: '0..2300',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
    faults: [{ on: 'getGenerationStatus', requests: '3..7', answer: { status: 429, retry_after: '2s' } }],
  },
  'slow-progress': {
    title: 'A deck that takes four minutes',
    description:
      'Progress crawls, stands still for a while, and crawls on.\nExercises patience: does the screen say what is happening, survive a reload, and let people leave and come back?\n',
    steps: [
      { work: { for: '20s', tokens: '0..300', current_step: 'Reading the prompt' } },
      {
        work: {
          for: '90s',
          tokens: '300..1900',
          slides: '0%..40%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { work: { for: '45s', tokens: 1900, slides: '40%', current_step: 'Waiting for a free illustrator' } },
      {
        work: {
          for: '85s',
          tokens: '1900..4200',
          slides: '40%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
  },
  'timeout-failure': {
    title: 'Fails with a timeout',
    description:
      'The work begins well, gets stuck on a slide, and fails after twenty seconds.\nExercises the failure screen: the reason in words, and a way to try again.\n',
    steps: [
      { work: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        work: {
          for: '4s',
          tokens: '180..900',
          slides: '0%..40%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { work: { for: '14s', tokens: 900, slides: '40%' } },
      { fail: { error: 'Generation timed out before the deck was finished.' } },
    ],
  },
  'unanswered-question': {
    title: 'A question nobody answers in time',
    description:
      'The job asks, waits for thirty seconds, and fails when no reply has come. A reply in time lets it finish.\nExercises the question screen that is left open for too long.\n',
    steps: [
      { work: { for: '2s', tokens: '0..260', current_step: 'Reading the prompt' } },
      {
        ask: {
          message: 'Which of your two products is this about?',
          wait: '30s',
          otherwise: 'fail',
          error: 'The question was not answered in time.',
        },
      },
      {
        work: {
          for: '4s',
          tokens: '260..1900',
          slides: '0%..100%',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: null },
    ],
  },
  'upstream-error': {
    title: "Fails with somebody else's error",
    description:
      'A component behind the service fails, and its text is passed on as it is: long, technical, with a line break.\nExercises the failure screen with a reason that was not written for it.\n',
    steps: [
      { work: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        work: {
          for: '3s',
          tokens: '180..700',
          slides: '0%..30%',
          current_step: 'Writing slide {slide} of {slides}',
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
