/** Finds a set-up of another copy of msw. Two copies cannot share a process or a page, and the second fails silently. */
import { UserError } from '../../base/user-error.js';

/** msw 2 keeps its running interceptors here. Copies of msw find each other's. */
const MARK = Symbol.for('interceptor-source');

interface Running {
  readonly emitter?: { addListener?: (...all: readonly unknown[]) => unknown };
}

/** Whether a copy of msw 2 listens in this process or page. Copies of msw 3 do not disturb each other. */
export function isMarked(): boolean {
  return Reflect.get(globalThis, MARK) !== undefined;
}

/**
 * After this, another copy of msw 2 that starts gets the error. Otherwise it would start and receive nothing.
 * @param isSameCopy whether a set-up that starts is of this copy
 */
export function refuseOtherCopies(what: 'server' | 'worker', isSameCopy: () => boolean): void {
  const { emitter } = (Reflect.get(globalThis, MARK) ?? {}) as Running;
  const addListener = emitter?.addListener?.bind(emitter);
  if (!emitter || !addListener) return;
  emitter.addListener = (...all) => {
    if (!isSameCopy()) throw otherCopy(what);
    return addListener(...all);
  };
}

/** @param what msw's set-up in Node or in a page */
export function otherCopy(what: 'server' | 'worker', cause?: unknown): UserError {
  return new UserError(
    'bad-option',
    `Another copy of msw runs a ${what} here, and Deckhand cannot join it (\`npm ls msw\` lists the copies).`,
    {
      cause,
      hint: `Add the stand-in to that ${what}, with its copy of msw, in place of listen() or start():\n  import { deckhandHandlers } from 'deckhand/msw';\n  ${what}.use(...deckhandHandlers(deckhand));`,
    },
  );
}
