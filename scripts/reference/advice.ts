import type { ErrorCode } from '../../packages/contract/src/index.ts';

/** What to do about each error code. */
export const advice: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Set the API key: option `apiKey` or `MAILRIG_API_KEY`.',
  KEY_REVOKED: 'Create a new key and replace the old one everywhere.',
  KEY_EXPIRED: 'Replace it with a new key; next time, rotate it before it expires.',
  VALIDATION_ERROR: 'Read `error.fieldErrors()`: each entry names a field and what it must be.',
  INVALID_EMAIL: 'Ask the user to check the address.',
  INVALID_CUSTOM_FIELD: 'Send only fields that the list defines, with values of the right type.',
  BATCH_TOO_LARGE: 'Use `verifyMany`, which splits the addresses into batches of 1,000.',
  ATTACHMENT_TOO_LARGE: 'Make the file smaller, or link to it in the email.',
  INVALID_CONTENT_TYPE:
    'Put a program or a script in a ZIP file, or send a link to it. Give the type as `type/subtype`, and for an inline file as `image/…`.',
  UPLOAD_NOT_COMPLETE: 'PUT the bytes to the upload URL before you confirm; `attachments.upload` does both.',
  UPLOAD_EXPIRED: 'Create a new upload: its URL works for one hour.',
  FILE_SIZE_MISMATCH: 'Declare the exact size of the file in bytes.',
  UPLOAD_NOT_FOUND: 'Check the id: use the `attachmentId` from `createUpload`.',
  INSUFFICIENT_CREDITS:
    'Buy credits or verify fewer addresses; `details` has how many credits you need and have.',
  NOT_FOUND: 'Check the id, and that the key belongs to the same domain.',
  LIST_NOT_FOUND: 'Check the id of the list, and that the key belongs to the same domain.',
  CONTACT_NOT_FOUND: 'Check the id of the contact, and that it is in this list.',
  CONTACT_ALREADY_EXISTS: 'Update the existing contact instead.',
  ALREADY_SUPPRESSED: 'Nothing: the contact is suppressed, as you wanted.',
  TOO_MANY_BATCHES: 'Wait for a batch to complete, or use `verifyMany`, which waits for you.',
  DNS_VERIFICATION_FAILED: 'Add the DNS records of your domain, then verify it again.',
  DOMAIN_VALIDATION_FAILED: 'Activate and verify your domain.',
  FROM_DOMAIN_MISMATCH: 'Send from an address at the domain of your key.',
  TEMPLATE_NOT_FOUND: 'Check `templateId`, and that the key belongs to the same domain.',
  TEMPLATE_RENDER_ERROR: 'Set every variable listed in `error.missing`.',
  ATTACHMENT_NOT_FOUND:
    'Upload the file again: an attachment can be used for seven days after you confirm it.',
  EMAIL_TOO_LARGE: 'Shorten the content, or link to files instead of attaching them.',
  SPAM_SCORE_TOO_HIGH: 'Change the content.',
  RECIPIENT_SUPPRESSED: 'Send to the others: `error.suppressed` lists the recipients to leave out.',
  RATE_LIMIT_EXCEEDED: 'Let the client wait and retry, or give it the limit: `throttle: { limit: 100 }`.',
  IDEMPOTENCY_CONFLICT:
    'If it is another email, give it its own key. If it may be the same email, look for it in the list first: a new key may send it twice.',
  IDEMPOTENCY_IN_PROGRESS: 'Let the client wait for the first send to finish.',
  METHOD_NOT_ALLOWED:
    'Check the method. If it is right, the service lacks this call, such as `lists.delete` (A126).',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`, as the client does.',
  PAYLOAD_TOO_LARGE: 'Send less in one request.',
  INTERNAL_ERROR: 'Try again later. If it happens again, report the `requestId`.',
  SERVICE_UNAVAILABLE: 'Let the client retry; if it gives up, try again later.',
};
