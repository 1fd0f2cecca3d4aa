import * as z from 'zod/mini';
import { mostListed, TooManyMistakes } from './bounded.ts';
import { isObject } from './objects.ts';

// Kinds of schema that zod has too, where ours take a tenth of the bytes in every client.

/** JSON Schema keywords for a schema that zod does not generate: set them in `override`. */
export const describedKeywords = new WeakMap<z.core.$ZodType, z.core.JSONSchema.BaseSchema>();

/** Stores keywords of JSON Schema for a schema. */
export function described<S extends z.core.$ZodType>(schema: S, keywords: z.core.JSONSchema.BaseSchema): S {
  describedKeywords.set(schema, keywords);
  return schema;
}

function kind<T>(
  check: (payload: z.core.ParsePayload) => void,
  keywords: z.core.JSONSchema.BaseSchema,
): z.ZodMiniType<T> {
  return described(z.unknown().check(z.check(check)), keywords) as z.ZodMiniType<T>;
}

/**
 * A whole number.
 *
 * @param least The smallest that is allowed. Default: any.
 * @param most The largest that is allowed. Default: any.
 * @param unit What is counted, for example `bytes`.
 */
export function wholeNumber(
  least = Number.MIN_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
  unit?: string,
): z.ZodMiniType<number> {
  const upTo = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`;
  const range = least === Number.MIN_SAFE_INTEGER ? '' : upTo;
  const message = `must be a whole number${unit === undefined ? '' : ` of ${unit}`}${range}`;
  return kind(
    ({ value, issues }) => {
      if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
      issues.push({ code: 'invalid_type', expected: 'int', input: value, message });
    },
    { type: 'integer', minimum: least, maximum: most },
  );
}

/**
 * An object with any names.
 *
 * @param mistakeIn Why a member does not fit, in words.
 * @param keywords How JSON Schema describes the members.
 * @throws TooManyMistakes if more do not fit than a response lists; `check` reports it.
 */
export function objectByName<T>(
  mistakeIn: (member: unknown, name: string) => string | undefined,
  keywords: z.core.JSONSchema.BaseSchema,
): z.ZodMiniType<Readonly<Record<string, T>>> {
  return kind(
    ({ value, issues }) => {
      if (!isObject(value)) {
        issues.push({ code: 'invalid_type', expected: 'object', input: value });
        return;
      }
      for (const name of Object.keys(value)) {
        const input = value[name];
        const message = mistakeIn(input, name);
        if (message !== undefined) issues.push({ code: 'custom', input, path: [name], message });
        if (issues.length > mostListed) throw new TooManyMistakes();
      }
    },
    { type: 'object', ...keywords },
  );
}
