import type { DecisionPart } from '../decision.ts';

/** Decisions about pagination, order and filters. */
export const pagination: DecisionPart = {
  title: 'Pagination, order and filters',
  decisions: [
    {
      id: 'A29',
      slug: 'page-shape',
      title: 'The container of paginated lists',
      document:
        'In the examples, `data` holds the array under a name: `emails`, `contacts` or `items`. The field tables describe `data` as the array itself.',
      answer: 'As in the examples. Lists of verifications have an option of their own (A130).',
      client:
        'It finds the array at `data.emails`, `data.contacts`, `data.lists`, `data.items`, `data.data` or `data`, and the pagination at `data.pagination`, `body.pagination`, `data.meta` or `body.meta.pagination`. The result is a `Page{items,page,limit,total,totalPages,hasNext,hasPrev}`.',
      wire: {
        option: 'pageContainer',
        meaning:
          '`bare` is `data: […]`, with `pagination` next to `data`. `nested` is `data: {data: […], pagination}` (A124).',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'example responses of the lists of emails, contacts and verifications',
          note: 'Some field tables have the bare array.',
        },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Rust and Java, and page examples',
          date: '2026-11',
          seen: 'The arrays are at `emails`, `contacts` and `items`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published clients in Go and Python',
          date: '2026-11',
          seen: 'The array is at `data.data`, next to `data.pagination`.',
        },
      ],
    },
    {
      id: 'A30',
      slug: 'page-hasnext',
      title: '`hasNext` and `hasPrev`',
      document: 'Only the list of verifications has them.',
      answer: 'Only the list of verifications has them.',
      client: 'If they are absent, it computes them from `page` and `totalPages`.',
      wire: {
        option: 'neighbours',
        meaning:
          '`everywhere` gives them to every list with pagination, as the presets of published clients do.',
      },
      evidence: [
        { kind: 'documented', source: 'table of pagination fields' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'page examples',
          date: '2026-11',
          seen: 'Other lists lack both fields.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'fixtures of all six published clients',
          date: '2026-11',
          seen: 'Other lists have both fields, too. Without them, code that loops while `hasNext` is true stops after the first page.',
        },
      ],
    },
    {
      id: 'A31',
      slug: 'page-limits',
      title: 'Invalid `page` and `limit`',
      document: 'Integers, with a limit of at most 100; what happens otherwise is not specified.',
      answer:
        'The text must match `^[1-9]\\d{0,8}$`, and `limit` must be at most 100. `0`, negative numbers, `1.5`, `abc`, `1e1`, an empty value and a repeated parameter are a 400 `VALIDATION_ERROR` with `details.field`.',
      client:
        'It checks both before sending and throws a `ValidationError`. It trusts the `limit` that comes back.',
      evidence: [
        {
          kind: 'assumed',
          note: 'The document has a 400 `VALIDATION_ERROR` for invalid parameters in general. Published pages also list a 400 `INVALID_PARAMETER`.',
        },
      ],
    },
    {
      id: 'A32',
      slug: 'page-beyond',
      title: 'A page beyond the end',
      document: 'Not specified.',
      answer:
        'A 200 with an empty array, the requested `page`, and the correct `total` and `totalPages`. If `total` is 0, `totalPages` is 0 and `hasNext` is false. `hasPrev` is true if `page` is over 1 and `total` is over 0.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A33',
      slug: 'ordering',
      title: 'The order of lists',
      document: 'Not specified.',
      answer:
        'Emails, contacts, lists and verifications come newest first by `createdAt`; ties come in reverse order of insertion. Do not rely on this order against the real service.',
      client:
        'It does not sort. While you iterate over pages it drops items it has already seen, because new items shift the pages.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A34',
      slug: 'bad-filter',
      title: 'Invalid filter values',
      document: 'The valid values are listed; what happens to others is not specified.',
      answer: '400 `VALIDATION_ERROR`.',
      evidence: [
        {
          kind: 'assumed',
          note: 'The document has a 400 `VALIDATION_ERROR` for invalid parameters in general. Published pages also list a 400 `INVALID_PARAMETER`.',
        },
      ],
    },
    {
      id: 'A35',
      slug: 'date-range',
      title: 'The meaning of `startDate` and `endDate`',
      document: 'The bounds of a range, in ISO 8601.',
      answer:
        'Both are compared with `createdAt` and are inclusive. A start without a time means 00:00:00.000Z on that day, an end without a time 23:59:59.999Z. A start after the end gives an empty page (200).',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A36',
      slug: 'to-filter',
      title: 'How the filters `to` and `from` match',
      document: 'The address of a recipient or of the sender.',
      answer:
        'The bare address must match, ignoring case. `to` searches only `to[]`. `from` ignores the display name, which is stored as given.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A37',
      slug: 'lists-pagination',
      title: 'Pagination of contact lists',
      document: 'An array without a pagination object; parameters are not specified.',
      answer: 'A bare array of all lists. `page` and `limit` are ignored.',
      client: '`list()` returns a single page with `hasNext` set to false, so iterating over it stops.',
      wire: {
        option: 'listsContainer',
        meaning:
          '`paginated` is `{lists, pagination}` and respects `page` and `limit`. So does `nested`, which is `{data, pagination}` (A124).',
      },
      evidence: [
        { kind: 'documented', source: 'example of the list of contact lists' },
        {
          kind: 'observed',
          seenIn: 'publication',
          source: 'published clients in Rust and Java',
          date: '2026-11',
          seen: 'They read `data` as the array itself. The clients in Go and Python accept that, too; their fixtures have `data.data`.',
        },
        {
          kind: 'contradicted',
          seenIn: 'publication',
          source: 'published client in JS',
          date: '2026-11',
          seen: 'It reads `{lists, pagination}`.',
        },
      ],
    },
  ],
};
