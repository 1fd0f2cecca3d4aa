import type { DecisionPart } from '../decision.ts';

/** Decisions about attachments and their uploads. */
export const attachments: DecisionPart = {
  title: 'Attachments',
  decisions: [
    {
      id: 'A69',
      slug: 'att-limit',
      title: '10, 40 or 5 MB at creation',
      document:
        'The limits table and the error text say 10 MB; the field `size` says 40 MB regular and 5 MB inline. They conflict.',
      answer:
        'A regular file over 10 MiB or an inline one over 5 MiB is a 400 `ATTACHMENT_TOO_LARGE` with `details.limit`. This is the strictest reading, so whatever is accepted here is accepted under every statement. The limits `attachmentBytes` and `inlineAttachmentBytes` can be set; 40 MB and 5 MB are the other reading, with which `ATTACHMENT_TOO_LARGE` on a send becomes reachable.',
      client: 'It makes no check of its own; the message shows the limit.',
    },
    {
      id: 'A70',
      slug: 'mime',
      title: 'Which content types are allowed',
      document: '`INVALID_CONTENT_TYPE` is "unsupported"; the list is not shown.',
      answer:
        'It has to parse as `type/subtype` (parameters are allowed; the essence is compared without regard to case) and be on a list that can be configured: `image/{png,jpeg,gif,webp,svg+xml,bmp,tiff,heic}`, `application/{pdf,json,xml,zip,gzip,rtf,msword,vnd.ms-excel,vnd.ms-powerpoint,octet-stream,pgp-signature,pkcs7-signature}`, `application/vnd.openxmlformats-officedocument.*`, `application/vnd.oasis.opendocument.*`, `text/{plain,csv,html,calendar,markdown,xml,vcard}`, `audio/{mpeg,wav,ogg,mp4}`, `video/{mp4,mpeg,quicktime,webm}`, `message/rfc822`. Anything else is `INVALID_CONTENT_TYPE`. Inline attachments have to be `image/*`.',
      client: 'It takes any string.',
    },
    {
      id: 'A71',
      slug: 'filename',
      title: 'The rules of filenames',
      document: 'Not shown.',
      answer:
        '1 to 255 characters without control characters; path separators are kept, as the name is for display only.',
    },
    {
      id: 'A72',
      slug: 'upload-url',
      title: 'The form of the upload URL',
      document: 'Only "presigned URL".',
      answer:
        "Absolute, on the origin of the request's Host (or the configured public URL), outside `/api/v1`: `/uploads/{attachmentId}?token=<128 bits>&expires=…`.",
    },
    {
      id: 'A73',
      slug: 'put-auth',
      title: 'What the PUT of the bytes does',
      document: "Raw bytes with the file's content type.",
      answer:
        'No API key is needed and none is wanted: the token decides. The answer is 200 with an empty body and an ETag. A missing Content-Type is accepted; another essence than declared is a 403 with the S3-style XML `SignatureDoesNotMatch`. A wrong or absent token is a 403, an expired URL a 403 `AccessDenied` "Request has expired", an unknown id a 404. The size is not compared here, so that `FILE_SIZE_MISMATCH` is reachable, but more than 40 MiB is a 413. Another PUT before confirmation replaces the bytes; after it, it is a 403. Other methods are a 405.',
      client:
        'It must not send its key there: the upload helper sends Content-Type and Content-Length only, accepts any 2xx, and turns XML and HTML errors into an `UploadError`.',
    },
    {
      id: 'A74',
      slug: 'confirm-twice',
      title: 'Confirming twice',
      document: 'Not shown.',
      options: ['200', '404', '409'],
      answer:
        'A 200 with `data: null` again, and the validity is not extended. After the 7 days it is a 400 `UPLOAD_EXPIRED`.',
    },
    {
      id: 'A75',
      slug: 'confirm-order',
      title: 'Which error of confirm wins',
      document: '`UPLOAD_NOT_FOUND` is "invalid or expired upload token", `UPLOAD_EXPIRED` is "URL expired".',
      answer:
        'An unknown or foreign id is a 404 `UPLOAD_NOT_FOUND`; an attachment that is already uploaded a 200; a lapsed window a 400 `UPLOAD_EXPIRED`, whether or not bytes came (records are never purged, so it is never a 404); missing bytes a 400 `UPLOAD_NOT_COMPLETE`; another size a 400 `FILE_SIZE_MISMATCH`, after which the attachment stays pending and another PUT and confirm may succeed. They are checked in this order.',
    },
    {
      id: 'A76',
      slug: 'confirm-shape',
      title: 'The answer to confirm',
      document: '`data` is null; the record is not shown.',
      answer: '200 with `data: null`.',
      client:
        "It returns `{id, status:'uploaded', …}`, made from the id where `data` is null; a status `ready` becomes `uploaded`.",
      wire: {
        option: 'confirmResult',
        values: ['null', 'record'],
        meaning: '`record` is `{id, filename, contentType, size, status, createdAt, expiresAt}`.',
      },
    },
    {
      id: 'A77',
      slug: 'upload-token',
      title: '`uploadToken`',
      document: 'It is not in the documented answer to create; SDK examples use it.',
      answer: 'It is absent, and the path takes the attachment id.',
      client: 'It has `confirm(id)`; where create returned a token it keeps that, but uses the id.',
      wire: {
        option: 'uploadToken',
        values: ['absent', 'present'],
        meaning:
          '`present` adds an opaque `uploadToken`; confirm then takes the token or the id in its path.',
      },
    },
    {
      id: 'A78',
      slug: 'content-id',
      title: 'The form of `contentId`',
      document: 'A string, used as `<img src="cid:<contentId>">`.',
      answer:
        '24 hexadecimal digits and `@inline`; it is stable, and its characters are valid in a `cid:` URL.',
    },
    {
      id: 'A79',
      slug: 'att-expiry',
      title: 'The moment of expiry, and reuse',
      document: '1 hour for the upload URL, 7 days after confirmation.',
      answer:
        'A pending attachment expires when 1 h has passed since it was created, an uploaded one when 7 d have passed since it was confirmed, both inclusive. Sending does not extend the time. Emails that were accepted are not affected.',
    },
  ],
};
