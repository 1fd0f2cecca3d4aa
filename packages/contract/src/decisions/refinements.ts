import type { DecisionPart } from '../decision.ts';

/** Decisions that refine earlier ones, after a comparison with the published clients of the service. */
export const refinements: DecisionPart = {
  title: 'Refinements',
  decisions: [
    {
      id: 'A118',
      slug: 'iso-8601',
      title: 'Forms of ISO 8601',
      document: 'ISO 8601.',
      answer:
        'This refines A18. The extended and the basic form are accepted, `t` and `z` in either case, and the offsets `+hh:mm`, `+hhmm` and `+hh`. A time without a zone is in UTC. Weeks and the number of a day in the year are a 400. This applies to `startDate`, `endDate`, consent timestamps and custom fields of type `date`.',
      evidence: [{ kind: 'assumed', note: 'Only ISO 8601 is documented.' }],
    },
    {
      id: 'A119',
      slug: 'idem-equality',
      title: 'When two bodies with one idempotency key are the same',
      document: 'Not specified.',
      answer:
        'As in A44. In addition, `cc`, `bcc`, `attachmentIds`, `variables` and `headers` count as absent if they are empty. `null` in one of them is a 400.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A132',
      slug: 'idem-files',
      title: 'One idempotency key, the same files uploaded again',
      document: 'Not specified.',
      answer:
        'This refines A44 and A119. Attachments are compared by file name, content type, `inline`, content id and bytes, in their order, whatever their ids. So a second process that uploads the same files again gets the first response.',
      client:
        'If it uploaded files itself and the key is yours, `IDEMPOTENCY_CONFLICT` says nothing about the email: the outcome is `unknown`. If the list has one email with the sender, recipients and subject, the client returns that one.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A120',
      slug: 'null-definition',
      title: '`null` in the definition of a custom field',
      document: 'Not specified.',
      answer:
        '`null` in `required`, `defaultValue` or `options` counts as absent, so a definition can be sent back as a list returned it, under every wire option.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A121',
      slug: 'explicit-nulls',
      title: 'The fields that `nulls: explicit` writes',
      document: 'The examples omit fields that have no value.',
      answer:
        'This refines A16. Only fields that the document names for that record in that response can be `null`. Fields that belong to another documented shape stay out.',
      evidence: [{ kind: 'assumed', note: 'The examples omit such fields.' }],
    },
    {
      id: 'A122',
      slug: 'ignored-fields',
      title: 'How to notice fields that the service ignores',
      document: 'Not specified.',
      options: ['refuse them by default'],
      answer:
        'This refines A15. The entry of the request in the log of requests lists them, for example `ignoredFields: ["attachment_ids"]`. With the option `strict` (`--strict`), the request is a 400 `VALIDATION_ERROR` that names the field and the most similar one that exists.',
      evidence: [{ kind: 'assumed', note: 'This is about the sandbox itself. No service can confirm it.' }],
    },
    {
      id: 'A123',
      slug: 'list-counting',
      title: 'What the counters of a list count',
      document: 'Not specified.',
      answer:
        '`activeContacts` and `suppressedContacts` count the contacts with that status, and `totalContacts` counts all.',
      wire: {
        option: 'listCounting',
        meaning:
          '`active-or-suppressed` also counts unsubscribed, bounced and complained contacts as suppressed.',
      },
      evidence: [
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published page',
          date: '2026-11',
          seen: '`totalContacts` is active plus suppressed, and bounced, complained and unsubscribed contacts count as suppressed.',
        },
      ],
    },
    {
      id: 'A124',
      slug: 'container-nested',
      title: 'A container that two published clients read',
      document: 'Not specified.',
      answer:
        'It is not sent by default; `nested` is a value of `pageContainer` (A29), of `listsContainer` (A37) and of `verificationsContainer` (A130).',
      client: 'It reads `data.data` like any other container (A29).',
      evidence: [
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in Go and Python',
          date: '2026-11',
          seen: 'They read `data.data`.',
        },
      ],
    },
    {
      id: 'A125',
      slug: 'ids-unprefixed',
      title: 'Ids without a prefix',
      document: 'Some examples have hexadecimal ids, others have UUIDs.',
      answer:
        'This refines A17. Under `ids: unprefixed`, contacts have UUIDs, and everything else has 24 hexadecimal digits, as in published examples.',
      evidence: [
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'page examples of a verification and of a contact',
          date: '2026-11',
          seen: 'The verification has 24 hexadecimal digits, and the contact a UUID.',
          note: 'The form of other ids is our choice.',
        },
      ],
    },
    {
      id: 'A126',
      slug: 'published-endpoints',
      title: 'Endpoints beyond the document',
      document: 'It has none of them. At least five of six published clients call them.',
      options: ['never serve them', 'always serve them'],
      answer:
        'They are not served (404, or 405 if the path has other methods), unless the option `endpoints` (`--endpoints`) is `published`. They are `GET /emails/{id}`, which also takes a `messageId`, `GET /emails/stats`, `GET` and `DELETE /contact-lists/{id}`, `GET /contact-lists/{id}/stats` and `DELETE /contact-lists/{listId}/contacts/{id}`. A DELETE answers 204. Deleting a list deletes its contacts. Suppressed addresses stay suppressed. Simulated emails are neither found nor counted (A66).',
      client:
        'It offers them as methods, and their comments say that the document lacks them. It reads an email at `data.email` or `data`, and statistics at `data.stats` or `data`.',
      wire: {
        option: 'emailContainer',
        meaning: '`bare` makes the email `data` itself; `named` puts it under `data.email`.',
      },
      evidence: [
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published pages, and published clients in Go and Python',
          date: '2026-11',
          seen: 'An email is at `data.email`.',
          note: 'The client in Python also accepts a bare email.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients, at least five of six',
          date: '2026-11',
          seen: 'They call all of these endpoints.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published pages',
          date: '2026-11',
          seen: 'They have all of them except `GET` and `DELETE /contact-lists/{id}`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in JS, Rust and Java',
          date: '2026-11',
          seen: 'They read an email at `data` itself.',
        },
      ],
    },
  ],
};
