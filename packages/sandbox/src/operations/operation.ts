import type { OperationInput, OperationName } from '@mailrig/contract';
import type { Context, HeaderSource } from '../rules/context.ts';
import type { Payload } from '../wire/envelope.ts';
import type { WireOptions } from '../wire/options.ts';

/** What an operation made of its input. */
export interface Result<R> {
  readonly result: R;
  /** Where it differs from the row's. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the sandbox does for one row of the table of operations. */
export interface OperationHandler<N extends OperationName, R, Located = unknown> {
  /** Finds what the path names, or refuses with its 404: before the body is looked at (decision A4). */
  locate?(context: Context, params: OperationInput<N>['params']): Located;
  /** Does it. Synchronous, hence atomic. */
  run(
    context: Context,
    input: OperationInput<N> & { readonly headers: HeaderSource },
    located: Located,
  ): Result<R>;
  /** How the result looks on the wire; absent where there is nothing to show. */
  present?(result: R, options: WireOptions): Payload;
}

/** Any {@link OperationHandler}, as the pipeline calls it: with input that the row's schemas have passed. */
export interface AnyOperationHandler {
  locate?(context: Context, params: Readonly<Record<string, string>>): unknown;
  run(
    context: Context,
    input: {
      readonly params: Readonly<Record<string, string>>;
      readonly query: unknown;
      readonly body: unknown;
      readonly headers: HeaderSource;
    },
    located: unknown,
  ): Result<unknown>;
  present?(result: unknown, options: WireOptions): Payload;
}
