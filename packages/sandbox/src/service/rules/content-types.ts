/** MIME types that attachments may have (A70); a final `*` matches anything. */
const allowed = [
  'image/png image/jpeg image/gif image/webp image/svg+xml image/bmp image/tiff image/heic',
  'application/pdf application/json application/xml application/zip application/gzip application/rtf',
  'application/msword application/vnd.ms-excel application/vnd.ms-powerpoint application/octet-stream',
  'application/pgp-signature application/pkcs7-signature',
  'application/vnd.openxmlformats-officedocument.* application/vnd.oasis.opendocument.*',
  'text/plain text/csv text/html text/calendar text/markdown text/xml text/vcard',
  'audio/mpeg audio/wav audio/ogg audio/mp4 video/mp4 video/mpeg video/quicktime video/webm',
  'message/rfc822',
].flatMap((line) => line.split(' '));

const exact = new Set(allowed.filter((type) => !type.endsWith('*')));
const prefixes = allowed.filter((type) => type.endsWith('*')).map((type) => type.slice(0, -1));
const form = /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[\x20-\x7e]*)?$/;

/** `type/subtype` of a MIME type in lower case, without parameters; `undefined` if it is invalid. */
export function essenceOf(contentType: string): string | undefined {
  return form.exec(contentType.trim())?.[1]?.toLowerCase();
}

/** Whether an attachment may have this type; inline ones must be images. */
export function isAllowed(essence: string, inline: boolean): boolean {
  if (inline && !essence.startsWith('image/')) return false;
  return exact.has(essence) || prefixes.some((prefix) => essence.startsWith(prefix) && essence !== prefix);
}
