import { check } from '@mailrig/contract';
import { withoutAbsent, wrongName } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { checkPresent, type ControlContext } from './context.ts';
import { invalid, invalidFields } from './control-error.ts';

/** One row of the control plane. The TypeScript API calls it as a function; over HTTP it is a route. */
export interface Verb<I, O> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_sandbox`, with `{parameters}`. */
  readonly path: string;
  /** One line for the reference. */
  readonly summary: string;
  /** Path parameters, query and JSON body together; absent if it takes none. */
  readonly input?: z.ZodMiniType<I>;
  /** HTTP status. Default: 200 with a body, 204 without. */
  readonly status?: number;
  /** Present if HTTP callers need no token. */
  readonly open?: true;
  /** Present if it reads or replaces the whole state: without a token, HTTP callers must be on this machine. */
  readonly isPrivate?: true;
  /** Present if it reads the request body itself, part by part, from its context. */
  readonly readsBody?: true;
  run(context: ControlContext, input: I): O;
}

/** A verb of any input and output, as a route calls it. */
export type AnyVerb = Verb<unknown, unknown>;

/** Names a record. */
export interface RecordReference {
  /** Its id. */
  readonly id: string;
}

/** The input of a verb about one record. */
export const byId = z.object({ id: z.string() });

/** The rows of a verb without input. */
export const nothing = z.object({});

/**
 * Runs everything that is due, checks the input, then runs the verb. An unknown name in `given` is refused; `more` is
 * what a method adds to it.
 */
export function invoke<I, O>(
  verb: Verb<I, O>,
  context: ControlContext,
  given: unknown,
  more: object = {},
): O {
  if (verb.method !== 'GET') checkPresent(context);
  const wrong = wrongName(verb.input ?? nothing, given, Object.keys(more));
  if (wrong) throw invalid(wrong.field, wrong.message);
  const input = { ...(given as object), ...more };
  if (context.at !== undefined && Reflect.get(input, 'wait') !== undefined) {
    throw invalid('wait', 'must not be given with at: nothing more happens in the past');
  }
  context.service.store.clock.settle();
  const checked = verb.input && check(verb.input, withoutAbsent(input));
  if (checked?.ok === false)
    throw invalidFields(checked.errors.map(({ field, message }) => ({ field, message })));
  const result = verb.run(context, checked?.value as I);
  if (verb.method !== 'GET') context.service.store.observers.changed('control');
  return result;
}

/** A result that is not JSON: a page, a message, a file. */
export class RawResult {
  readonly type: string;
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly filename: string | undefined;

  /**
   * @param type MIME type for the header `Content-Type`.
   * @param filename Name under which a browser saves it. Without one, it shows it.
   */
  constructor(type: string, body: RawResult['body'], filename?: string) {
    this.type = type;
    this.body = body;
    this.filename = filename;
  }
}
