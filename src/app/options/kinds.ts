/** The kinds of option values: how the text of a flag becomes a value, and which values are accepted. */
import { parseDuration } from '../../scenario/duration.js';
import { UserError } from '../../base/user-error.js';
import { needAddress, needBasePath, needOrigin } from './address.js';
import { needLatency, needPositive, needRate, needWhole, refuse } from './check.js';
import { keyEntry, needKeys, type KeysOption } from './keys.js';

export interface Kind<Value> {
  /** The value for the text of a flag or of an environment variable, not yet checked. Default: the text. */
  readonly fromText?: (text: string) => unknown;
  /** The same for a flag that can be repeated. */
  readonly fromTexts?: (texts: readonly string[]) => unknown;
  /**
   * @param where the option, as its user wrote it
   * @throws UserError that says what is expected
   */
  readonly check: (value: unknown, where: string) => Value;
  /** All values, for the help. */
  readonly choices?: readonly string[];
}

/** Values that are checked where they are used. */
export const unchecked = <Value>(): Kind<Value> => ({ check: (value) => value as Value });

export const text: Kind<string> = stringKind(() => true, 'Expected a text.');

/** @param expected a sentence for the error */
export function stringKind(isValid: (value: string) => boolean, expected: string): Kind<string> {
  return {
    check: (value, where) =>
      typeof value === 'string' && isValid(value) ? value : refuse(value, where, expected),
  };
}

export const trueOrFalse: Kind<boolean> = {
  check: (value, where) =>
    typeof value === 'boolean' ? value : refuse(value, where, 'Expected true or false.'),
};

export function choice<Value extends string>(...choices: readonly Value[]): Kind<Value> {
  return {
    choices,
    check: (value, where) =>
      choices.find((one) => one === value) ??
      refuse(value, where, `Expected ${choices.join(', ').replace(/, (?=[^,]+$)/, ' or ')}.`),
  };
}

export const whole = (least: number, most?: number): Kind<number> => ({
  fromText: (number) => (/^\d+$/.test(number) ? Number(number) : number),
  check: (value, where) => needWhole(value, where, least, most),
});

export const factor: Kind<number> = {
  // `60x` is a usual way to write a speed.
  fromText: (number) => (/^[\d.]+x?$/.test(number) ? Number(number.replace(/x$/, '')) : number),
  check: needPositive,
};

/** Milliseconds, more than 0. */
export const duration: Kind<number> = {
  check(value, where) {
    const milliseconds = typeof value === 'string' ? parseDuration(value) : undefined;
    if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
    return refuse(value, where, 'Expected a time such as 500ms, 3s or 5m.');
  },
};

export const rate: Kind<string> = checkedText(needRate);
export const latency: Kind<string> = checkedText(needLatency);
export const basePath: Kind<string> = { check: needBasePath };
export const origin: Kind<string> = { check: needOrigin };
export const address: Kind<string> = { check: needAddress };

/** A text that is used as it is, if it can be read. */
function checkedText(check: (value: unknown, where: string) => unknown): Kind<string> {
  return {
    check(value, where) {
      check(value, where);
      return value as string;
    },
  };
}

/** @param example a list as it is written in code */
export function listOf<Value>({ check }: Kind<Value>, example: string): Kind<readonly Value[]> {
  return {
    fromTexts: (texts) => texts,
    check: (value, where) =>
      Array.isArray(value)
        ? value.map((one) => check(one, where))
        : refuse(value, where, `Expected a list, such as ${example}.`),
  };
}

/** Names in several values, or in one with commas. */
export const names: Kind<readonly string[]> = {
  fromTexts: (texts) => texts.flatMap((list) => list.split(',').map((name) => name.trim())),
  check: listOf(
    stringKind((name) => name !== '', 'Expected a name, or names with commas.'),
    "['start', 'status']",
  ).check,
};

export const keys: Kind<KeysOption> = {
  fromTexts: (texts) => Object.fromEntries(texts.map(keyEntry)),
  check: needKeys,
};

/** A short token can be guessed. The error never shows it. */
export const token: Kind<string> = {
  check(value, where) {
    if (typeof value === 'string' && /^\S{16,512}$/.test(value)) return value;
    throw new UserError('bad-option', `${where} cannot be used.`, {
      hint: 'Expected a token of at least 16 characters, without spaces.',
    });
  },
};

/** @param example what can be expected */
export const jsonObject = (example: string): Kind<object> => ({
  check(value, where) {
    const hint = `Expected a JSON object such as '${example}'.`;
    let parsed: unknown;
    try {
      parsed = JSON.parse(String(value));
    } catch (cause) {
      throw new UserError('bad-option', `The value of ${where} is not JSON.`, { hint, cause });
    }
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
    throw new UserError('bad-option', `The value of ${where} is not a JSON object.`, { hint });
  },
});
