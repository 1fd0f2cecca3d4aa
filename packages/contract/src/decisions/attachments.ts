import type { DecisionPart } from '../decision.ts';

/** Decisions about attachments and their uploads. */
export const attachments: DecisionPart = {
  title: 'Attachments',
  decisions: [
    {
      id: 'A69',
      slug: 'att-limit',
      title: '10, 40 or 5 MB for an upload',
      document:
        'Two limits contradict each other: 10 MB for every file, and 40 MB for a regular file or 5 MB for an inline one.',
      answer:
        'A regular file over 10 MiB, or an inline one over 5 MiB, is a 400 `ATTACHMENT_TOO_LARGE` with `details.limit`. This is the strictest reading: what is accepted here is accepted under either. Set the limits `attachmentBytes` and `inlineAttachmentBytes` to 40 MiB and 5 MiB for the other reading; `ATTACHMENT_TOO_LARGE` on a send is then possible.',
      client: 'It does not check sizes. The error message has the limit.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of limits for 10 MB, and the field `size` for 5 MB inline',
          note: 'The field `size` has 40 MB for a regular file. The stricter limit of each kind is our choice.',
        },
      ],
    },
    {
      id: 'A70',
      slug: 'mime',
      title: 'Which content types are allowed',
      document: '`INVALID_CONTENT_TYPE` is for unsupported types; there is no list.',
      answer:
        'Refused is what is no `type/subtype`, and the type of a program or a script, as mail providers refuse them: `application/{x-msdownload,x-dosexec,x-msdos-program,vnd.microsoft.portable-executable,x-executable,x-msi,x-sh,x-bat,java-archive,hta,x-ms-shortcut,javascript}` and `text/javascript`, in any case, with or without parameters. They are `INVALID_CONTENT_TYPE`. Everything else is accepted. An inline attachment must be `image/*`.',
      client: 'It accepts any string.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A71',
      slug: 'filename',
      title: 'Filenames',
      document: 'Not specified.',
      answer:
        '1 to 255 characters without control characters. Path separators are kept, because the name is only displayed.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A72',
      slug: 'upload-url',
      title: 'The format of the upload URL',
      document: 'A presigned URL.',
      answer:
        "An absolute URL outside `/api/v1`, on the origin of the request's Host or the configured public URL: `/uploads/{attachmentId}?token=<128 bits>&expires=…`.",
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A73',
      slug: 'put-auth',
      title: 'What the PUT of the bytes does',
      document: "The raw bytes are sent with the file's content type.",
      answer:
        'The token in the URL authenticates; no API key is needed. The response is a 200 with an empty body and an ETag. A missing Content-Type is accepted, and one that differs from the declared type is a 403 with the S3-style XML error `SignatureDoesNotMatch`. A missing or wrong token is a 403, an expired URL a 403 `AccessDenied`, and an unknown id a 404. The size is not compared here, so that `FILE_SIZE_MISMATCH` is possible, but over 40 MiB is a 413. A second PUT replaces the bytes until the upload is confirmed; after that it is a 403. Other methods are a 405.',
      client:
        'It never sends the key there, only Content-Type and Content-Length. Any 2xx is a success; XML and HTML errors become an `UploadError`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A74',
      slug: 'confirm-twice',
      title: 'Confirming twice',
      document: 'Not specified.',
      options: ['200', '404', '409'],
      answer:
        'Another 200 with `data: null`; the seven days are not extended. After they are over it is a 400 `UPLOAD_EXPIRED`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A75',
      slug: 'confirm-order',
      title: 'Which error of confirm wins',
      document:
        '`UPLOAD_NOT_FOUND` is for an invalid or expired token, and `UPLOAD_EXPIRED` for an expired URL.',
      answer:
        'The first that applies, in this order. An unknown id or one of another domain is a 404 `UPLOAD_NOT_FOUND`. An attachment that is already uploaded is a 200. After the upload window it is a 400 `UPLOAD_EXPIRED`, with or without bytes, and never a 404. Without bytes it is a 400 `UPLOAD_NOT_COMPLETE`. With the wrong number of bytes it is a 400 `FILE_SIZE_MISMATCH`; the attachment stays pending, so you can PUT and confirm again.',
      evidence: [
        { kind: 'assumed', note: 'The codes and their conditions are documented, but not their order.' },
      ],
    },
    {
      id: 'A76',
      slug: 'confirm-shape',
      title: 'The response to confirm',
      document: '`data` is null; the record is not shown.',
      answer: '200 with `data: null`.',
      client:
        "It returns `{id, status:'uploaded', …}`, built from the id if `data` is null. The status `ready` is read as `uploaded`.",
      wire: {
        option: 'confirmResult',
        meaning:
          '`record` is `{id, filename, contentType, size, status, createdAt, expiresAt}`. `fileName` is the same with `fileName` and `fileSize` for `filename` and `size`.',
      },
      evidence: [
        { kind: 'documented', source: 'example of the response to confirm' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'page example of the response to confirm',
          date: '2026-11',
          seen: '`data` is null. The clients in Python and Java allow that, and the client in Rust discards the response.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in JS, Go and Python',
          date: '2026-11',
          seen: 'The answer is a record, with `fileName` and `fileSize` in JS and the fixtures of Python, and `filename` and `size` in Go.',
        },
      ],
    },
    {
      id: 'A77',
      slug: 'upload-token',
      title: '`uploadToken`',
      document: 'SDK examples use it, but it is not in the response to create.',
      answer: 'It is absent, and the path takes the attachment id.',
      client: '`confirm(id)` uses the id. If create returned a token, the result keeps it.',
      wire: {
        option: 'uploadToken',
        meaning:
          '`present` adds an opaque `uploadToken`, and confirm takes either the token or the id in its path.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'response to create and path of confirm',
          note: 'SDK examples confirm with an `uploadToken`.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Python, Rust and Java',
          date: '2026-11',
          seen: 'The token is optional in Python and absent in Rust. In Java it is the attachment id.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in JS and Go',
          date: '2026-11',
          seen: 'They require a token.',
        },
      ],
    },
    {
      id: 'A78',
      slug: 'content-id',
      title: 'The format of `contentId`',
      document: 'A string for use in `<img src="cid:<contentId>">`.',
      answer: '24 hexadecimal digits and `@inline`. It never changes, and is valid in a `cid:` URL.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A79',
      slug: 'att-expiry',
      title: 'When attachments expire',
      document: '1 hour for the upload URL, 7 days after confirmation.',
      answer:
        'A pending attachment expires exactly 1 h after it was created, an uploaded one exactly 7 d after it was confirmed. Sending it does not extend that. Emails that were already accepted keep their attachments.',
      evidence: [
        {
          kind: 'documented',
          source: 'table of attachment states and table of limits',
          note: 'That sending extends nothing is our choice.',
        },
      ],
    },
  ],
};
