/** The outcome of each test with everything that a report can show: printed as one line of JSON. */
import type { TestModule } from 'vitest/node';

export interface Outcome {
  readonly file: string;
  readonly name: string;
  readonly state: string;
  readonly errors: readonly string[];
  readonly notes: readonly { readonly type: string; readonly message: string; readonly attached?: string }[];
}

export const outcomes = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all: Outcome[] = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: module.relativeModuleId,
        name: test.fullName,
        state: test.result().state,
        errors: (test.result().errors ?? []).map(({ message }) => message),
        notes: test.annotations().map(({ type, message, attachment }) => ({
          type,
          message,
          ...(attachment && { attached: String(attachment.body) }),
        })),
      })),
    );
    console.log(`OUTCOMES ${JSON.stringify(all)}`);
  },
};
