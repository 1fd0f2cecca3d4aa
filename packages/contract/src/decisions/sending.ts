import type { DecisionPart } from '../decision.ts';

/** Decisions about what may be sent, to whom, and what becomes of it. */
export const sending: DecisionPart = {
  title: 'Sending: addresses, content and delivery',
  decisions: [
    {
      id: 'A48',
      slug: 'from',
      title: 'The rules of `from`',
      document: 'It must match a verified domain; the display-name form is accepted.',
      answer:
        'A bare address, `Name <a>` or `"Name" <a>`; a carriage return or line feed is a 400. The domain is compared without regard to case and exactly, so subdomains do not match. What is no address is a `VALIDATION_ERROR`, before `FROM_DOMAIN_MISMATCH`.',
    },
    {
      id: 'A49',
      slug: 'addr-syntax',
      title: 'The syntax of addresses and their normal form',
      document: 'Not shown.',
      answer:
        'One function for all endpoints. The text is trimmed; the local part has at most 64 characters and the whole at most 254; the local part is a dot-atom (no leading, trailing or double dot; quoted ones are refused); the domain consists of at least two labels of letters, digits and hyphens, each at most 63 characters, and the top level is not all digits. IP literals are refused. Internationalised domains are accepted as U-labels and compared by their punycode. Addresses are compared as a whole in lower case, and dots or plus tags are not folded as Gmail does. Payloads echo the address as given, trimmed. `to`, `cc`, `bcc` and `replyTo` also accept `Name <a>`.',
    },
    {
      id: 'A50',
      slug: 'recipients-max',
      title: 'The number of recipients',
      document: 'Not shown.',
      answer: 'There is no limit beyond the size of the body, and duplicates are kept.',
    },
    {
      id: 'A51',
      slug: 'multi-supp',
      title: 'One of several recipients is suppressed',
      document: 'Not shown.',
      options: ['refuse all', 'drop it silently', 'skip'],
      answer:
        'The whole send is refused: 400 `RECIPIENT_SUPPRESSED` with the details `{field:"to[1]", value, suppressed:[…]}`. `to`, `cc` and `bcc` are all checked.',
      client: 'The error exposes the list `suppressed` where it is present.',
    },
    {
      id: 'A52',
      slug: 'supp-scope',
      title: 'Suppression across lists, case and deletion',
      document: 'It is domain-wide.',
      answer:
        'Entries are kept by normalised address and domain. Contacts with that address in other lists keep their own status (only the addressed contact becomes `suppressed`), but sends to it are blocked. A contact with a suppressed address can be created, with the status `active`, and can be suppressed later (204). An entry outlives its contact and list. Sandbox keys respect it. No endpoint lifts a suppression; only the control plane does.',
    },
    {
      id: 'A53',
      slug: 'text-only',
      title: 'Is `html` required?',
      document:
        'It contradicts itself: the table says "html required unless templateId", the prose "html and/or text".',
      answer: 'At least one of `html` and `text` has to be there and not empty.',
      client: 'Its type is a union: `html`, `text` or both with `subject`, or `templateId`.',
    },
    {
      id: 'A54',
      slug: 'tpl-both',
      title: '`templateId` together with `html` or `text`',
      document: '"used instead of raw html/text".',
      options: ['400', 'the template wins'],
      answer: '400 `VALIDATION_ERROR`, because an emulator should not hide that content is ignored.',
      client: 'Its types make it impossible.',
    },
    {
      id: 'A55',
      slug: 'render',
      title: 'Template rendering',
      document: '`{{variable}}`; `TEMPLATE_RENDER_ERROR` is "variable substitution failed".',
      answer:
        'The tokens `{{ name }}` and `{{a.b}}` are replaced in subject, html and text. A value that is missing, null, an object or an array, and a `{{` that is not closed, are a 400 `TEMPLATE_RENDER_ERROR` with `details.missing[]`. Numbers and booleans become text; values are HTML-escaped in html only; extra variables are ignored. A subject that overrides the template is used literally. `variables` without `templateId` is accepted and ignored, and raw content is not substituted. The rendered subject still has to satisfy the 998 characters without line breaks, else the error is `TEMPLATE_RENDER_ERROR`.',
    },
    {
      id: 'A56',
      slug: 'tpl-source',
      title: 'Where templates come from',
      document: 'There are no endpoints.',
      answer:
        'From configuration and the control plane. The seed has `welcome` and, as the same template, `welcome-template` with `{{name}}` and `{{plan}}`, a `receipt`, and `subject-only`.',
    },
    {
      id: 'A57',
      slug: 'headers-field',
      title: 'Custom headers',
      document: 'Not shown beyond "custom headers".',
      answer:
        'An object of strings. A name is an RFC 7230 token and a value has no carriage return, line feed or NUL, else it is a 400. Reserved names (`From`, `To`, `Subject` and so on) are accepted but ignored.',
    },
    {
      id: 'A58',
      slug: 'sizes',
      title: '10 MB an email, 25 MB of attachments, 10 MB a file',
      document:
        '`EMAIL_TOO_LARGE` is "total email exceeds 10MB"; attachments have a total of 25 MB; `ATTACHMENT_TOO_LARGE` is "exceeds 10MB". They cannot all hold if the total of the email includes its attachments.',
      answer:
        'A megabyte is 1,048,576 bytes and limits are inclusive. Content (the bytes of subject, html, text and headers after rendering, in UTF-8) over 10 MB is `EMAIL_TOO_LARGE`; one attachment over 10 MB is `ATTACHMENT_TOO_LARGE`; a sum of attachments over 25 MB is `EMAIL_TOO_LARGE` with `details.limit` `attachments_total`; more than 10 attachments are a `VALIDATION_ERROR`.',
      client: 'It checks the number of attachments only, no sizes.',
    },
    {
      id: 'A59',
      slug: 'att-on-send',
      title: 'Pending, expired or foreign attachments on a send',
      document: 'Only "id does not exist"; an attachment must be confirmed.',
      answer:
        '400 `ATTACHMENT_NOT_FOUND` for one that is unknown, pending, expired, deleted or of another domain; `details.reason` is `not_found`, `not_confirmed` or `expired`, and `details.value` the id.',
    },
    {
      id: 'A60',
      slug: 'send-status',
      title: 'The HTTP status of the send codes',
      document: 'Not shown.',
      answer: '400 for all ten.',
      client: 'It classifies them by `code`, never by status.',
      wire: {
        option: 'sendErrorStatus',
        values: ['400', 'semantic'],
        meaning:
          '`semantic` is 404 for `TEMPLATE_NOT_FOUND` and `ATTACHMENT_NOT_FOUND`, 413 for `EMAIL_TOO_LARGE` and `ATTACHMENT_TOO_LARGE`, 403 for `DNS_VERIFICATION_FAILED`, `DOMAIN_VALIDATION_FAILED` and `FROM_DOMAIN_MISMATCH`, 409 for `RECIPIENT_SUPPRESSED`, and 422 for `TEMPLATE_RENDER_ERROR` and `SPAM_SCORE_TOO_HIGH`.',
      },
    },
    {
      id: 'A61',
      slug: 'send-order',
      title: 'Which send error wins',
      document: 'Not shown.',
      answer:
        '`VALIDATION_ERROR`, idempotency replay, `DOMAIN_VALIDATION_FAILED`, `DNS_VERIFICATION_FAILED`, `FROM_DOMAIN_MISMATCH`, `TEMPLATE_NOT_FOUND`, `TEMPLATE_RENDER_ERROR`, `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_TOO_LARGE`, `EMAIL_TOO_LARGE`, `SPAM_SCORE_TOO_HIGH`, `RECIPIENT_SUPPRESSED`, in this order.',
    },
    {
      id: 'A62',
      slug: 'spam',
      title: 'What is spam',
      document: 'Only "content flagged as spam".',
      answer:
        'The GTUBE string in the rendered subject, html or text is `SPAM_SCORE_TOO_HIGH`; nothing else is, apart from an override in the control plane.',
    },
    {
      id: 'A63',
      slug: 'domain-state',
      title: 'How to cause the domain errors',
      document: 'Not shown.',
      answer:
        'Seeded keys and domains that are verified, not verified in DNS, or inactive; the control plane switches them.',
    },
    {
      id: 'A64',
      slug: 'lifecycle',
      title: 'When an email moves on',
      document: 'Transitions are not shown.',
      answer:
        "It is computed lazily from the server's clock: queued, 500 ms later sent, 1,500 ms later delivered. Magic recipients have a local part that equals the word or ends in `+` and the word: `bounce` or `bounced` bounces at 1,500 ms (`sentAt` is kept, there is no `deliveredAt`); `fail` or `failed` fails at 500 ms (no `sentAt`); `queued` stays queued; `open`, `opened`, `click` and `clicked` set `openedAt` or `clickedAt` after delivery. Of several recipients the worst wins: failed, bounced, queued, delivered. Delivered, bounced and failed are final. Bounces do not touch contacts or suppression, which is not shown. The control plane can freeze and advance time and force transitions.",
      client: 'The status is an open union of strings.',
    },
    {
      id: 'A65',
      slug: 'test-response',
      title: 'The answer to a sandbox key',
      document: '`sandbox`, `messageId`, `message` and `recipients`.',
      answer:
        'Exactly those four: no `id`, `status` or `skipped` on a first send, while a replay adds `skipped: true`. `recipients` holds the bare addresses of `to`, then `cc`, then `bcc`. Validation and errors (domain, suppression, attachments and so on) are those of a live send. The status is 201.',
      client: 'It is a union that `sandbox === true` tells apart.',
    },
    {
      id: 'A66',
      slug: 'test-visible',
      title: 'Does the list of emails hold sandbox sends?',
      document: '"no email is sent"; the endpoint lists "sent emails".',
      options: ['never', 'only for `sk_test_` keys', 'always'],
      answer: 'Never, as the document literally says. They are visible in the outbox of the control plane.',
      client: 'Its documentation warns of it.',
    },
    {
      id: 'A67',
      slug: 'env-scope',
      title: 'What live and test keys share',
      document: 'Not shown.',
      answer:
        'Lists, contacts, suppression, attachments and templates are shared in a domain. Emails, idempotency, and verifications with their cache, stats and concurrency are separate for each environment. Credits exist for live only. There is one rate bucket a key.',
    },
    {
      id: 'A68',
      slug: 'send-credits',
      title: 'Does sending use credits?',
      document: '§1: "production keys … use credits", but costs are given for verification only.',
      answer: 'A send costs 0, and sending never answers 402.',
    },
  ],
};
