import { mustBeOneOf, nearestName } from '@mailrig/contract/checking';
import { type ControlError, invalidFields } from '../control-error.ts';
import { timeOf } from '../fields.ts';

/** Whether an item matches. */
export type Test<T> = (item: T) => boolean;

/** The words of a search. Each makes the test for the value after its colon, or returns what the value must be. */
export type WordTests<T, Word extends string> = Readonly<Record<Word, (value: string) => Test<T> | string>>;

/** The parts of a search: `-`, a word with its colon, a value, perhaps in quotes. `Re: hello` and URLs are text. */
const parts = /(?<minus>-)?(?:(?<word>[a-z]{2,20}):(?!\s|$|\/\/))?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/gi;
/** The parts of a search without words: `-` for “not”, and a value. */
const textParts = /(?<minus>-)?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/g;

/**
 * The test that an item passes if it matches every part of a search. `undefined` if the search is empty.
 *
 * @param words The words of the search. Without any, a colon is text like any other character.
 * @param anywhere Makes the test for a part without a word. It gets `isIn`, the test of whether one text contains
 * the part, and applies it to the texts of an item.
 * @throws ControlError for an unknown word, and for a value that its word does not accept.
 */
export function searchTest<T>(
  search: string | undefined,
  words: WordTests<T, string>,
  anywhere: (isIn: Test<string>) => Test<T>,
): Test<T> | undefined {
  const pattern = Object.keys(words).length === 0 ? textParts : parts;
  const wordTests: Test<T>[] = [];
  const textTests: Test<T>[] = [];
  for (const { groups = {} } of (search ?? '').matchAll(pattern)) {
    const { minus = '', word, quoted, plain = '' } = groups as Partial<Record<string, string>>;
    const value = quoted ?? plain;
    if (word !== undefined) wordTests.push(negatedIf(minus, wordTest(minus, word, value, words)));
    else if (value !== '') {
      if (quoted === undefined) refuseWithoutValue(value, words);
      textTests.push(negatedIf(minus, anywhere(partTest(value))));
    }
  }
  // Tests of text come last, because they take longest.
  const tests = [...wordTests, ...textTests];
  return tests.length < 2 ? tests[0] : (item) => tests.every((test) => test(item));
}

function wordTest<T>(minus: string, word: string, value: string, words: WordTests<T, string>): Test<T> {
  const name = word.toLowerCase();
  const known = Object.keys(words);
  const make = Object.hasOwn(words, name) ? words[name] : undefined;
  if (!make) {
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}:?`;
    throw refusal(
      `there is no word ${word}:.${hint} The words are ${known.map((one) => `${one}:`).join(', ')}. To find it as text, put it in quotes: ${minus}"${word}:${value}"`,
    );
  }
  if (value === '') throw withoutValue(name);
  const made = make(value);
  if (typeof made === 'string') throw refusal(`the value of ${name}: ${made}, not ${value}`);
  return made;
}

function refuseWithoutValue(text: string, words: WordTests<never, string>): void {
  const name = text.slice(0, -1).toLowerCase();
  if (text.endsWith(':') && Object.hasOwn(words, name)) throw withoutValue(name);
}

function withoutValue(name: string): ControlError {
  return refusal(
    `${name}: needs a value right after its colon. To find it as text, put it in quotes: "${name}:"`,
  );
}

const refusal = (message: string): ControlError => invalidFields([{ field: 'q', message }], `q: ${message}`);

const negatedIf = <T>(minus: string, test: Test<T>): Test<T> => (minus === '' ? test : (item) => !test(item));

/** The test of a search without words: an item passes if each part is in one of its texts. */
export function textsTest<T>(
  search: string | undefined,
  textsOf: (item: T) => readonly string[],
): Test<T> | undefined {
  return searchTest(search, {}, (isIn) => (item) => textsOf(item).some(isIn));
}

/** A test of whether a text contains `part`, whatever its case. `undefined` if the part is empty. */
export function textTest(part: string | RegExp | undefined): Test<string> | undefined {
  // A search begins at the start, also with the flag g.
  if (part instanceof RegExp) return (text) => text.search(part) !== -1;
  if (part === undefined || part === '') return undefined;
  const lower = part.toLowerCase();
  // Lower-casing a text would copy it; a pattern reads it in place, if the part is ASCII.
  if (/[^\0-\x7f]/.test(part)) return (text) => text.toLowerCase().includes(lower);
  const pattern = new RegExp(part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'i');
  return (text) => pattern.test(text);
}

/** A test of whether a text contains `part`; case does not matter. */
const partTest = (part: string): Test<string> => textTest(part) ?? (() => true);

/** A word whose value must be one of several, each with its test. */
export function choiceWord<T>(
  values: Readonly<Record<string, Test<T>>>,
): (value: string) => Test<T> | string {
  return (value) => {
    const name = value.toLowerCase();
    const test = Object.hasOwn(values, name) ? values[name] : undefined;
    return test ?? mustBeOneOf(Object.keys(values), name);
  };
}

/** The words `after:` and `before:`. */
export function timeWords<T>(atOf: (item: T) => number): WordTests<T, 'after' | 'before'> {
  const from = (value: string, test: (time: number) => Test<T>) => {
    const time = timeOf(value);
    return time === undefined
      ? 'must be a date such as 2026-01-31 or a time such as 2026-01-31T09:00:00Z'
      : test(time);
  };
  return {
    after: (value) => from(value, (time) => (item) => atOf(item) >= time),
    before: (value) => from(value, (time) => (item) => atOf(item) < time),
  };
}

/** A word whose value must be a part of one of an item's texts. */
export function textWord<T>(textsOf: (item: T) => readonly (string | undefined)[]) {
  return (value: string): Test<T> => {
    const test = partTest(value);
    return (item) => textsOf(item).some((text) => text !== undefined && test(text));
  };
}

/** The word `header:`, whose value is a name, or a name and a part of the header's value: `X-Campaign=spring`. */
export function headerWord<T extends { readonly headers: Readonly<Record<string, string>> }>(
  value: string,
): Test<T> {
  const [name = ''] = value.split(/[=:]/, 1);
  const wanted = name.toLowerCase();
  const test = partTest(value.slice(name.length + 1));
  return ({ headers }) =>
    Object.entries(headers).some(([key, text]) => key.toLowerCase() === wanted && test(text));
}
