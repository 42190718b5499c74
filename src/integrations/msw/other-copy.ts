/** Finds a set-up of another copy of msw. Two copies cannot share a process or a page, and the second fails silently. */
import { UserError } from '../../base/user-error.js';

/** msw 2 keeps its running interceptors here. Copies of msw find each other's. */
const MARK = Symbol.for('interceptor-source');

interface Running {
  readonly emitter?: { addListener?: unknown };
}

/** Whether any copy of msw listens in this process or page. */
export function isMswRunning(): boolean {
  const registry: unknown = Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY');
  const ofVersion3 = registry instanceof Map ? [...(registry as Map<unknown, object>).values()] : [];
  return (
    Reflect.get(globalThis, MARK) !== undefined ||
    ofVersion3.some((one) => Reflect.get(one, 'readyState') === 'ACTIVE')
  );
}

/** After this, another copy of msw 2 that starts gets the error. Otherwise it would start and receive nothing. */
export function refuseOtherCopies(what: 'server' | 'worker'): void {
  const running = Reflect.get(globalThis, MARK) as Running | undefined;
  if (running?.emitter)
    running.emitter.addListener = () => {
      throw otherCopy(what);
    };
}

/** @param what msw's set-up in Node or in a page */
export function otherCopy(what: 'server' | 'worker'): UserError {
  return new UserError(
    'bad-option',
    `Another copy of msw runs a ${what} here, and Deckhand cannot join it (\`npm ls msw\` lists the copies).`,
    {
      hint: `Add the stand-in to that ${what}, with its copy of msw, in place of listen() or start():\n  import { deckhandHandlers } from 'deckhand/msw';\n  ${what}.use(...deckhandHandlers(deckhand));`,
    },
  );
}
