import type * as z from 'zod/mini';

type Optional<T, K extends keyof T> = {} extends Pick<T, K> ? true : false;

/**
 * The zod schemas of the fields of interface `T`, one for one.
 *
 * `z.object({ … } satisfies Shape<Email>)` fails to compile if a field is missing, unknown, of
 * another type, or optional on one side only. A field declared `k?: V` takes `z.exactOptional(…)`;
 * one declared `k?: V | undefined` takes `z.optional(…)`.
 */
export type Shape<T> = {
  readonly [K in keyof T]-?: Optional<T, K> extends false
    ? z.ZodMiniType<T[K]>
    : undefined extends Required<T>[K]
      ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>>
      : z.ZodMiniExactOptional<z.ZodMiniType<Required<T>[K]>>;
};

/** `T` as a request takes it: a field that may be absent may also be `undefined`. */
export type OrUndefined<T> = { readonly [K in keyof T]: {} extends Pick<T, K> ? T[K] | undefined : T[K] };
