/** Names that every object inherits, such as `__proto__`, are like any other unknown name, wherever a user writes them. */
import { expect, test } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { UserError } from '../../src/base/user-error.js';
import { compileScenarioText } from '../../src/scenario/compile-text.js';

const names = Object.getOwnPropertyNames(Object.prototype);

const levels: Readonly<Record<string, (name: string) => string>> = {
  'the scenario': (name) => `${name}: 1\ntitle: Mine\nsteps: [stall: ]`,
  'a step': (name) => `title: Mine\nsteps:\n  - ${name}: { for: 1s }\n  - stall:`,
  'the fields of a step': (name) => `title: Mine\nsteps:\n  - generate: { for: 1s, ${name}: 5 }\n  - stall:`,
  'a fault': (name) =>
    `title: Mine\nsteps: [stall: ]\nfaults:\n  - { operation: listTemplates, ${name}: reset }`,
  'an operation': (name) =>
    `title: Mine\nsteps: [stall: ]\nfaults: [{ operation: ${name}, connection: reset }]`,
  'a response': (name) =>
    `title: Mine\nsteps: [stall: ]\nfaults: [{ operation: listTemplates, response: { status: 500, ${name}: 1 } }]`,
  'a job': (name) => `title: Mine\nsteps: [stall: ]\njobs: [{ steps: [stall: ], ${name}: 1 }]`,
  'a section': (name) => `title: Mine\nsteps: [complete: { sections: [{ title: A, ${name}: 1 }] }]`,
  'the conditions': (name) => `title: Mine\nmatch: { prompt: a, ${name}: 1 }\nsteps: [stall: ]`,
};

test.each(Object.entries(levels))(
  'in %s of a scenario file, each is an error at its place',
  (_, textWith) => {
    for (const name of names) {
      const parsed = compileScenarioText({ name: 'mine', file: 'mine.yaml', text: textWith(name) });
      expect('errors' in parsed && parsed.errors.map((error) => error.format()).join(), name).toMatch(
        /^mine\.yaml:\d+:\d+: /,
      );
    }
  },
);

test('as a scenario, a workspace and an option, each is unknown', () => {
  for (const name of names) {
    expect(() => createDeckhand({ scenario: name as never }), name).toThrow(UserError);
    expect(
      () =>
        createDeckhand()
          .workspace('ws_dev')
          .useScenario(name as never),
      name,
    ).toThrow(UserError);
    expect(() => createDeckhand().workspace(name), name).toThrow(UserError);
    expect(() => createDeckhand(JSON.parse(`{"${name}":1}`)), name).toThrow(UserError);
  }
});
