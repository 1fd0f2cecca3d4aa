/*
 * Schemas of fields that several records have, and requests to the control plane as well.
 */
import { type ContactCustomFields, environments } from '@mailrig/contract';
import * as z from 'zod/mini';
import { latestTime } from '../kernel/clock.ts';

export const environment = z.enum(environments, { error: 'must be live or test' });

/** A whole number from 0 on. */
export const count = z.int().check(z.gte(0));

/** A moment that the clock can show. Milliseconds since 1970-01-01T00:00:00Z. */
export const moment = z.number().check(z.gte(-latestTime), z.lte(latestTime));

/** The last moment that a `Date` can represent: plans may go beyond the clock. */
const latestDate = 8_640_000_000_000_000;

/** A planned moment. Milliseconds since 1970-01-01T00:00:00Z. */
export const planned = z.number().check(z.gte(-latestTime), z.lte(latestDate));

/** A length of time in milliseconds. */
export const timeSpan = z.number().check(z.gte(0), z.lte(latestDate));

/** Text without line breaks: in a header of a message, a line break would begin another header. */
export const line = z.string().check(z.regex(/^[^\r\n]*$/, { error: 'must not contain line breaks' }));

/** Text that identifies a record; never empty, and without line breaks. */
export const id = line.check(z.minLength(1, { error: 'must not be empty' }));

/** Text that a caller chose to identify a record; never empty. */
export const chosenId = z.string().check(z.minLength(1, { error: 'must not be empty' }));

/** Text that is allowed in a header of a response. */
export const headerText = z
  .string()
  .check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must fit into a header' }));

export const base64 = z
  .string()
  .check(
    z.refine((text) => text.length % 4 === 0 && /^[\w+/]*={0,2}$/.test(text), { error: 'must be base64' }),
  );

// A record of zod skips `__proto__`, which JSON allows like any other name.
export const textByName = z.custom<Readonly<Record<string, string>>>(
  (value) => membersAre(value, (member) => typeof member === 'string'),
  { error: 'must be an object of strings' },
);

/** Custom headers of an email, with names that the API accepts (A57). */
export const mailHeaders = textByName.check(
  z.refine((headers) => Object.keys(headers).every((name) => headerName.test(name)), {
    error: 'must have names of 1 to 996 characters that a header can have',
  }),
);

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,996}$/i;

export const fieldValues = z.custom<ContactCustomFields>(
  (value) => membersAre(value, (member) => ['string', 'number', 'boolean'].includes(typeof member)),
  { error: 'must be an object of strings, numbers, true and false' },
);

function membersAre(value: unknown, holds: (member: unknown) => boolean): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(holds)
  );
}
