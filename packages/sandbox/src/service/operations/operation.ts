import type { OperationInput, OperationName, WireOptions } from '@mailrig/contract';
import type { Context, HeaderSource } from '../rules/context.ts';
import type { Payload } from '../wire/envelope.ts';

/** What an operation did, before its response is written. */
export interface Result<R> {
  readonly result: R;
  /** Only if it differs from the row's. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Facts for the request log: the message that was sent, and which request with its key this is. */
  readonly sent?: { readonly id: string; readonly attempt: number | undefined };
}

/** The behaviour of one operation. */
export interface OperationHandler<N extends OperationName, R, Located = unknown> {
  /** Finds the record that the path names, or throws its 404: before the body is checked (A4). */
  locate?(context: Context, params: OperationInput<N>['params']): Located;
  /** Runs the operation. It is synchronous, hence atomic. */
  run(
    context: Context,
    input: OperationInput<N> & { readonly headers: HeaderSource },
    located: Located,
  ): Result<R>;
  /** The result in its wire format; absent if there is nothing to show. */
  present?(result: R, options: WireOptions): Payload;
}

/** Any {@link OperationHandler}, for the pipeline, which checks the input with the row's schemas. */
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
