import { schemaRef } from '../json-schema.ts';
import { isObject, withId } from './fields.ts';
import type { Forms } from './form.ts';
import { writeRecord } from './records.ts';

/** The answer to a confirmed upload: no payload, or the attachment (A76). */
export const confirmResult: Forms<'confirmResult', object> = {
  null: {
    words: 'a confirmation answers with nothing',
    write: () => null,
    schema: { type: 'null' },
    takes: (data) => data === null,
  },
  record: {
    words: 'a confirmation answers with the attachment',
    write: (attachment, wire) => writeRecord('Attachment', attachment, wire),
    schema: schemaRef('Attachment'),
    takes: isObject,
  },
};

/**
 * Reads a new upload, whose id may be `id`.
 *
 * @param payload The `data` of the response.
 */
export function readUpload(payload: unknown): unknown {
  if (!isObject(payload)) return payload;
  const upload = withId(payload);
  return { attachmentId: upload['id'], ...upload };
}

/**
 * Reads the answer to the confirmation of the upload `id`, which may be empty.
 *
 * @param id Id of the attachment, if the payload lacks it.
 * @param payload The `data` of the response.
 */
export function readAttachment(id: string, payload: unknown): unknown {
  const { attachmentId = id, ...record } = withId(payload);
  const { status = 'uploaded' } = record;
  return { id: attachmentId, ...record, status: status === 'ready' ? 'uploaded' : status };
}
