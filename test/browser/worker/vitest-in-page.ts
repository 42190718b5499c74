/**
 * The part of vitest that the shared transport suite needs, for a page: it collects tests, runs them in order and
 * returns the failures. `expect` is vitest's own.
 */
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
export const expect = Object.assign(chai.expect, { poll });

type TestBody = () => unknown;

export interface Outcome {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly error?: string;
}

const titles: string[] = [];
const tests: { readonly title: string; readonly work: TestBody | undefined }[] = [];
const before: TestBody[] = [];
const after: TestBody[] = [];

export function describe(title: string, collect: () => void): void {
  titles.push(title);
  collect();
  titles.pop();
}

const add = (title: string, work: TestBody | undefined): void => {
  tests.push({ title: [...titles, title].join(' > '), work });
};

export const it = Object.assign((title: string, work: TestBody) => add(title, work), {
  skip: (title: string) => add(title, undefined),
  each:
    (cases: readonly unknown[]) =>
    (title: string, work: (...values: unknown[]) => unknown): void => {
      for (const one of cases) {
        const values = Array.isArray(one) ? (one as unknown[]) : [one];
        add(`${title} ${JSON.stringify(values)}`, () => work(...values));
      }
    },
});

export const beforeEach = (work: TestBody): void => void before.push(work);
export const afterEach = (work: TestBody): void => void after.push(work);

export async function runTests(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { title, work } of tests)
    outcomes.push(work ? await run(title, work) : { title, outcome: 'skipped' });
  return outcomes;
}

async function run(title: string, work: TestBody): Promise<Outcome> {
  try {
    for (const hook of before) await hook();
    await Promise.race([work(), testTimeout()]);
    return { title, outcome: 'passed' };
  } catch (error) {
    return { title, outcome: 'failed', error: String(error) };
  } finally {
    for (const hook of after) await hook();
  }
}

async function testTimeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 80_000));
  throw new Error('It hangs.');
}

/** Every matcher, applied again until it passes. */
function poll(read: TestBody): unknown {
  const get =
    (_target: object, matcher: string) =>
    (...values: unknown[]): Promise<void> =>
      retryUntil(async () => {
        const assertion = expect(await read()) as unknown as Record<string, (...all: unknown[]) => void>;
        assertion[matcher]?.(...values);
      });
  return new Proxy({}, { get });
}

async function retryUntil(work: () => Promise<void>): Promise<void> {
  for (const last = Date.now() + 60_000; ;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > last) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
