import { schemaRef } from './json-schema.ts';
import { isObject } from '../checking/objects.ts';
import { renamed, withId } from './field-names.ts';
import type { Forms } from './form.ts';
import { writeRecord } from './records.ts';

/** Names that some clients use for fields of an attachment, by our names (A76). */
export const otherNames = { filename: 'fileName', size: 'fileSize' } as const;
const ourNames = Object.fromEntries(Object.entries(otherNames).map(([ours, other]) => [other, ours]));

/** The response to a confirmed upload: no payload, or the attachment, whose fields have either names (A76). */
export const confirmResult: Forms<'confirmResult', object> = {
  null: {
    words: 'a confirmation returns nothing',
    write: () => null,
    schema: { type: 'null' },
    takes: (data) => data === null,
  },
  record: {
    words: 'a confirmation returns the attachment',
    write: (attachment, wire) => writeRecord('Attachment', attachment, wire),
    schema: schemaRef('Attachment'),
    takes: (data) => isObject(data) && !(otherNames.filename in data),
  },
  fileName: {
    words: 'a confirmation returns the attachment, which has `fileName` and `fileSize`',
    write: (attachment, wire) => renamed(writeRecord('Attachment', attachment, wire), otherNames),
    schema: schemaRef('Attachment'),
    takes: (data) => isObject(data) && otherNames.filename in data,
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
 * Reads the response to the confirmation of the upload `id`, which may be empty.
 *
 * @param id Id of the attachment, if the payload lacks it.
 * @param payload The `data` of the response.
 */
export function readAttachment(id: string, payload: unknown): unknown {
  const { attachmentId = id, ...record } = renamed(withId(payload), ourNames);
  const { status = 'uploaded' } = record;
  return { id: attachmentId, ...record, status: status === 'ready' ? 'uploaded' : status };
}
