import { type OperationInput, type OperationName, operations } from '@mailrig/contract';
import type { ProbeRequest } from './probe-request.ts';

/** What a step sends besides its operation. A value may contain `{names}` of what earlier steps made. */
export interface StepInput<N extends OperationName> extends Omit<ProbeRequest, 'method' | 'path' | 'json'> {
  /** Values of the `{parameters}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  /** The query, in any form, because some steps are meant to be refused. */
  readonly query?: Readonly<Partial<Record<QueryField<N>, string | number>>>;
  /** The body, in any form. */
  readonly body?: unknown;
}

type QueryField<N extends OperationName> = keyof NonNullable<OperationInput<N>['query']>;

/**
 * A request of the script: an operation of the contract, with its input.
 *
 * @param operation Name of the operation.
 */
export function step<N extends OperationName>(
  operation: N,
  { params, query, body, ...rest }: StepInput<N>,
): ProbeRequest {
  const { method, path } = operations[operation];
  const filled = Object.entries(params ?? {}).reduce(
    (whole, [name, value]) => whole.replace(`{${name}}`, value),
    path as string,
  );
  const search = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll(/%7B(\w+)%7D/g, '{$1}')}`,
  );
  return {
    ...rest,
    method,
    path: filled + (search.length === 0 ? '' : `?${search.join('&')}`),
    ...(body !== undefined && { json: body }),
  };
}
