import type { DecisionPart } from '../decision.ts';

/** Decisions about recipients, content and delivery. */
export const sending: DecisionPart = {
  title: 'Sending: addresses, content and delivery',
  decisions: [
    {
      id: 'A48',
      slug: 'from',
      title: 'The rules for `from`',
      document: 'It must match a verified domain, and may have a display name.',
      answer:
        'A bare address, `Name <a>` or `"Name" <a>`. A carriage return or line feed is a 400. The domain must match exactly, ignoring case: subdomains do not count. A malformed address is a `VALIDATION_ERROR`, which comes before `FROM_DOMAIN_MISMATCH`.',
      evidence: [
        {
          kind: 'documented',
          source: 'field table of a send',
          note: 'The exact match of the domain and the order of the errors are our choice.',
        },
      ],
    },
    {
      id: 'A49',
      slug: 'addr-syntax',
      title: 'The syntax of addresses',
      document: 'Not specified.',
      answer:
        'One set of rules applies to all endpoints. The text is trimmed. The local part has at most 64 characters and the whole address at most 254. The local part is a dot-atom: no leading, trailing or double dot, and no quoted form. The domain has at least two labels of letters, digits and hyphens, each at most 63 characters, and its last label is not all digits. IP literals are refused. Internationalised domains are accepted as U-labels and compared as punycode; their labels may have any character outside ASCII that is not a space or a dot. OpenAPI has the same patterns. Addresses are compared in lower case; dots and plus tags count. Responses repeat the address as given, trimmed. `to`, `cc`, `bcc` and `replyTo` also accept `Name <a>`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A50',
      slug: 'recipients-max',
      title: 'The number of recipients',
      document: 'Not specified.',
      answer: 'Only the size of the body limits it. Duplicates are kept.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A51',
      slug: 'multi-supp',
      title: 'One of several recipients is suppressed',
      document: 'Not specified.',
      options: ['refuse the send', 'drop the recipient silently', 'skip'],
      answer:
        'The whole send is refused: 400 `RECIPIENT_SUPPRESSED` with the details `{field:"to[1]", value, suppressed:[…]}`. `to`, `cc` and `bcc` are all checked.',
      client: 'The error has the list as `suppressed`, if the service sent one.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A52',
      slug: 'supp-scope',
      title: 'Suppression across lists and deletion',
      document: 'It applies to the whole domain.',
      answer:
        'The suppression list holds normalised addresses, one list per domain. Suppressing a contact changes the status of that contact only; contacts with the same address in other lists keep theirs, but sends to the address are blocked. You can create a contact with a suppressed address: it is `active`, and can be suppressed later (204). An entry outlives its contact and list. Test keys respect it too. Only the control plane can remove an entry.',
      evidence: [
        {
          kind: 'documented',
          source: 'effects of suppress, which apply to the whole domain',
          note: 'Contacts with the same address, deletion and test keys are our choice.',
        },
      ],
    },
    {
      id: 'A53',
      slug: 'text-only',
      title: 'Is `html` required?',
      document:
        'It contradicts itself: in one place `html` is required without a template, in another `html` or `text` is enough.',
      answer: 'At least one of `html` and `text` must be present and not empty.',
      client: 'The type is a union: `subject` with `html`, `text` or both, or `templateId`.',
      evidence: [
        {
          kind: 'documented',
          source: 'description of content, which allows HTML, text or both',
          note: 'The field table requires `html` without a template.',
        },
      ],
    },
    {
      id: 'A54',
      slug: 'tpl-both',
      title: '`templateId` together with `html` or `text`',
      document: 'A template replaces `html` and `text`.',
      options: ['400', 'the template wins'],
      answer: '400 `VALIDATION_ERROR`: silently ignoring content would hide a mistake.',
      client: 'The types do not allow it.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A55',
      slug: 'render',
      title: 'Template rendering',
      document: 'Templates have `{{variable}}`; `TEMPLATE_RENDER_ERROR` means that substitution failed.',
      answer:
        '`{{ name }}` and `{{a.b}}` are replaced in the subject, HTML and text. A value that is missing, null, an object or an array is a 400 `TEMPLATE_RENDER_ERROR` with `details.missing[]`, and so is an unclosed `{{`. Numbers and booleans become text. Values are HTML-escaped in the HTML only. Extra variables are ignored. A subject that overrides the template is used literally. Without `templateId`, `variables` are accepted and ignored. The finished subject must fit 998 characters without line breaks, or else the error is `TEMPLATE_RENDER_ERROR`.',
      evidence: [
        { kind: 'assumed', note: 'Only the form `{{variable}}` and the error code are documented.' },
      ],
    },
    {
      id: 'A56',
      slug: 'tpl-source',
      title: 'Where templates come from',
      document: 'There are no endpoints for them.',
      answer:
        'The seed and the control plane. Every sandbox has `welcome` (also as `welcome-template`) with `{{name}}` and `{{plan}}`, `receipt`, and `subject-only`.',
      evidence: [{ kind: 'assumed', note: 'This is about the sandbox itself. No service can confirm it.' }],
    },
    {
      id: 'A57',
      slug: 'headers-field',
      title: 'Custom headers',
      document: 'An object of custom headers.',
      answer:
        'An object of strings. Names must be RFC 7230 tokens of at most 996 characters, so that they fit into a line, and values must not contain a carriage return, line feed or NUL; otherwise it is a 400. Reserved names such as `From`, `To` and `Subject` are accepted and ignored.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A58',
      slug: 'sizes',
      title: '10 MB an email, 25 MB of attachments, 10 MB a file',
      document:
        'An email may have 10 MB in total, its attachments 25 MB together, and each attachment 10 MB. These cannot all hold if the total includes the attachments.',
      answer:
        'A megabyte is 1,048,576 bytes, and limits are inclusive. Content over 10 MB is `EMAIL_TOO_LARGE`: the UTF-8 bytes of subject, HTML, text and headers after rendering. One attachment over 10 MB is `ATTACHMENT_TOO_LARGE`. Attachments over 25 MB together are `EMAIL_TOO_LARGE` with `attachments_total` as `details.limit`. More than 10 attachments are a `VALIDATION_ERROR`.',
      client: 'It checks the number of attachments, not their sizes.',
      evidence: [
        {
          kind: 'assumed',
          note: 'The figures are documented, but they cannot all hold. How they fit together is our reading.',
        },
      ],
    },
    {
      id: 'A59',
      slug: 'att-on-send',
      title: 'Attachments that cannot be sent',
      document:
        'The code is for an id that does not exist. An attachment must be confirmed before it is sent.',
      answer:
        '400 `ATTACHMENT_NOT_FOUND` for an attachment that is unknown, pending, expired, deleted or of another domain. `details.reason` is `not_found`, `not_confirmed` or `expired`, and `details.value` is the id.',
      evidence: [{ kind: 'assumed', note: 'The code is documented for an id that does not exist.' }],
    },
    {
      id: 'A60',
      slug: 'send-status',
      title: 'The HTTP status of send errors',
      document: 'Not specified.',
      answer: '400 for all ten codes.',
      client: 'It goes by `code`, never by the status.',
      wire: {
        option: 'sendErrorStatus',
        meaning:
          '`semantic` is 404 for `TEMPLATE_NOT_FOUND` and `ATTACHMENT_NOT_FOUND`, 413 for `EMAIL_TOO_LARGE` and `ATTACHMENT_TOO_LARGE`, 403 for `DNS_VERIFICATION_FAILED`, `DOMAIN_VALIDATION_FAILED` and `FROM_DOMAIN_MISMATCH`, 409 for `RECIPIENT_SUPPRESSED`, and 422 for `TEMPLATE_RENDER_ERROR` and `SPAM_SCORE_TOO_HIGH`.',
      },
      evidence: [
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published pages',
          date: '2026-11',
          seen: '`DNS_VERIFICATION_FAILED`, `FROM_DOMAIN_MISMATCH`, `RECIPIENT_SUPPRESSED` and the codes that begin with `ATTACHMENT_` have the status 400.',
          note: 'The status of the other five codes is our choice.',
        },
      ],
    },
    {
      id: 'A61',
      slug: 'send-order',
      title: 'Which send error wins',
      document: 'Not specified.',
      answer:
        'The first that applies, in this order: `VALIDATION_ERROR`, idempotency replay, `DOMAIN_VALIDATION_FAILED`, `DNS_VERIFICATION_FAILED`, `FROM_DOMAIN_MISMATCH`, `TEMPLATE_NOT_FOUND`, `TEMPLATE_RENDER_ERROR`, `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_TOO_LARGE`, `EMAIL_TOO_LARGE`, `SPAM_SCORE_TOO_HIGH`, `RECIPIENT_SUPPRESSED`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A62',
      slug: 'spam',
      title: 'What counts as spam',
      document: 'Content that is flagged as spam.',
      answer:
        'The GTUBE string in the finished subject, HTML or text is `SPAM_SCORE_TOO_HIGH`. Nothing else is, unless the control plane says so.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A63',
      slug: 'domain-state',
      title: 'How to cause the domain errors',
      document: 'Not specified.',
      answer:
        'Open an account with a domain that is not verified in DNS, or not active, in a seed or through the control plane. The control plane can also switch the domain of an existing account.',
      evidence: [{ kind: 'assumed', note: 'This is about the sandbox itself. No service can confirm it.' }],
    },
    {
      id: 'A64',
      slug: 'lifecycle',
      title: 'When an email moves on',
      document: 'The states are named, but not their timing.',
      answer:
        "An email is queued, sent after 500 ms, and delivered 1,500 ms after that, on the sandbox's clock. A recipient whose local part is one of these words, or ends in `+` and the word, changes that: `bounce` or `bounced` bounces at 1,500 ms (with `sentAt`, without `deliveredAt`); `fail` or `failed` fails at 500 ms (without `sentAt`); `queued` stays queued; `open`, `opened`, `click` and `clicked` set `openedAt` or `clickedAt` after delivery. With several recipients the worst outcome wins: failed, bounced, queued, delivered. Delivered, bounced and failed are final. A bounce does not change contacts or suppression. The control plane can move the clock and trigger events.",
      client: 'The status is an open union of strings.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A65',
      slug: 'test-response',
      title: 'The response to a test key',
      document: '`sandbox`, `messageId`, `message` and `recipients`.',
      answer:
        'Exactly those four, without `id`, `status` or `skipped`; a replay adds `skipped: true`. `recipients` lists the bare addresses of `to`, then `cc`, then `bcc`. Validation and errors are those of a live send. The status is 201.',
      client: 'It is a union; check `sandbox === true`.',
      evidence: [
        {
          kind: 'documented',
          source: 'response to a send with a test key',
          note: 'The order of `recipients`, the 201 and `skipped` of a replay are our choice.',
        },
      ],
    },
    {
      id: 'A66',
      slug: 'test-visible',
      title: 'Are test sends in the list of emails?',
      document: 'A test key sends no email, and the endpoint lists sent emails.',
      options: ['never', 'only for `sk_test_` keys', 'always'],
      answer: 'Never. They are in the mailbox of the control plane.',
      client: 'Its documentation says so.',
      evidence: [
        {
          kind: 'assumed',
          note: 'It follows from the wording: a test key sends nothing, and the list has sent emails.',
        },
      ],
    },
    {
      id: 'A67',
      slug: 'env-scope',
      title: 'What live and test keys share',
      document: 'Not specified.',
      answer:
        'Keys of a domain share its lists, contacts, suppressions, attachments and templates. Emails, idempotency keys and verifications (with their cache, statistics and concurrency) are separate for live and test. Only live keys use credits. Each key has its own rate window.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A68',
      slug: 'send-credits',
      title: 'Does sending use credits?',
      document: 'Production keys use credits, but a cost is given for verification only.',
      answer: 'Sending is free and never answers 402.',
      evidence: [{ kind: 'assumed', note: 'A cost is documented for verification only.' }],
    },
  ],
};
