/** A browser's recording of a failed job on staging: the recording of docs/record.md. */
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { Recorder } from '../replay/record-in-virtual-time.js';

export function stagingRecording(): string {
  const recorder = new Recorder({
    title: 'Staging',
    description: 'On a bad day.',
    steps: [
      { generate: { for: '2s', tokens: '0..180', current_step: 'Reading the prompt' } },
      {
        generate: {
          for: '9s',
          tokens: '180..1700',
          slides: '0..5',
          current_step: 'Rendering slide {slide} of {slides_total}',
        },
      },
      { fail: { error: 'Renderer 7 ran out of memory while working for Ms Adler.' } },
    ],
    faults: [
      { operation: 'getGenerationStatus', requests: '3..4', response: { status: 429, retry_after: '2s' } },
      { operation: ['startGeneration', 'getGenerationStatus'], latency: '90ms..180ms' },
    ],
  });
  recorder.send('dev', 'GET', '/templates');
  recorder.at += 500;
  const id = recorder.start('dev') ?? '';
  for (const gap of [1500, 1500, 1500, 2000, 2000, 1500, 1500]) {
    recorder.at += gap;
    recorder.poll('dev', id);
  }
  const recorded = recorder.exchanges.map((exchange): Exchange => {
    const { request } = exchange;
    return { ...exchange, request: { ...request, url: `https://staging.example.com${request.url}` } };
  });
  return JSON.stringify(toHar(recorded, { name: 'a browser', version: '1' }));
}
