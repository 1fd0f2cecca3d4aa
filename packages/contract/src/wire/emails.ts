import { objectOf, schemaRef } from './json-schema.ts';
import { fieldsOf, isObject } from '../checking/objects.ts';
import { withId } from './field-names.ts';
import type { Forms } from './form.ts';

/** A single email: under `email`, or as `data` itself (A126). */
export const emailContainer: Forms<'emailContainer', object> = {
  named: {
    words: 'the email is at `data.email`',
    write: (email) => ({ email }),
    schema: objectOf({ email: schemaRef('Email') }),
    takes: (data) => isObject(fieldsOf(data)['email']),
  },
  bare: {
    words: 'the email is `data`',
    write: (email) => email,
    schema: schemaRef('Email'),
    takes: (data) => typeof fieldsOf(data)['id'] === 'string',
  },
};

/**
 * Reads a single email, in `data` or in its field `email`.
 *
 * @param payload The `data` of the response.
 */
export function readEmail(payload: unknown): unknown {
  return { email: withId(fieldsOf(payload)['email'] ?? payload) };
}

/**
 * Reads the response to a send, which may lack fields (A38).
 *
 * @param payload The `data` of the response.
 */
export function readReceipt(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const { messageId = payload['id'], sandbox, message, recipients } = payload;
  const receipt = { ...payload, messageId };
  if (sandbox !== true) return receipt;
  // A simulated send must not look like a real one, even if its other fields are wrong.
  return {
    ...receipt,
    message: typeof message === 'string' ? message : '',
    recipients: Array.isArray(recipients) ? recipients.filter((item) => typeof item === 'string') : [],
  };
}
