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
        '§1 has the array inside `data` (as the examples), and "field references describe data as the bare array"; emails are in `emails`, contacts in `contacts`, verifications in `items`.',
      answer: 'As the document has it.',
      client:
        'The array is found at `data.emails`, `data.contacts`, `data.lists`, `data.items`, `data.data` or `data` itself, and the pagination at `data.pagination`, `body.pagination`, `data.meta` or `body.meta.pagination`. Both become `Page{items,page,limit,total,totalPages,hasNext,hasPrev}`.',
      wire: {
        option: 'pageContainer',
        values: ['named', 'bare'],
        meaning: '`bare` is `data: […]` with `pagination` beside `data`.',
      },
    },
    {
      id: 'A30',
      slug: 'page-hasnext',
      title: '`hasNext` and `hasPrev`',
      document: 'On the verification list only.',
      answer: 'On the verification list only.',
      client: 'Where they are absent they are computed from `page` and `totalPages`.',
    },
    {
      id: 'A31',
      slug: 'page-limits',
      title: '`limit` 0 or 101, numbers that are not whole, page 0',
      document: 'Integers, at most 100; what lies beyond is not shown.',
      answer:
        'The text has to match `^[1-9]\\d{0,8}$`. A `limit` over 100, `0`, negative numbers, `1.5`, `abc`, an empty value, `1e1` and a repeated parameter are a 400 `VALIDATION_ERROR` with `details.field`.',
      client:
        'It validates before sending and throws a `ValidationError` in the manner of a RangeError; it trusts the `limit` that is returned.',
    },
    {
      id: 'A32',
      slug: 'page-beyond',
      title: 'A page beyond the end',
      document: 'Not shown.',
      answer:
        'A 200 with an empty array, the `page` echoed, and the correct `total` and `totalPages`. With a `total` of 0, `totalPages` is 0 and `hasNext` is false; `hasPrev` is true where `page` is over 1 and `total` over 0.',
    },
    {
      id: 'A33',
      slug: 'ordering',
      title: 'The order of lists',
      document: 'Not shown.',
      answer:
        'By `createdAt` descending, ties by insertion descending, for emails, contacts, lists and verifications. Tests should not depend on the order, except for those of this very server that newest comes first.',
      client:
        'It does not sort again; its automatic pager drops items whose id it has seen, since pages drift when items are inserted.',
    },
    {
      id: 'A34',
      slug: 'bad-filter',
      title: 'Invalid filter values',
      document: 'The values are listed; what happens to others is not shown.',
      answer: '400 `VALIDATION_ERROR`.',
    },
    {
      id: 'A35',
      slug: 'date-range',
      title: 'The meaning of `startDate` and `endDate`',
      document: '"ISO 8601 range bounds".',
      answer:
        'They are compared with `createdAt`, both inclusive. A start that is a date alone means 00:00:00.000Z of it, and such an end 23:59:59.999Z. A start after the end is an empty page (200).',
    },
    {
      id: 'A36',
      slug: 'to-filter',
      title: 'How the filters `to` and `from` match',
      document: 'Recipient address and sender address.',
      answer:
        'The bare address has to be the same, whatever its case. `to` searches `to[]` only; `from` compares the address inside a display-name form. The display name is stored as given.',
    },
    {
      id: 'A37',
      slug: 'lists-pagination',
      title: 'Pagination of contact lists',
      document: 'Not shown; an array without a pagination object.',
      answer: 'A bare array of all lists; `page` and `limit` are ignored.',
      client:
        '`list()` returns a page with made-up pagination (`hasNext` false) for the bare array, so that the pager stops.',
      wire: {
        option: 'listsContainer',
        values: ['bare', 'paginated'],
        meaning: '`paginated` is `{lists, pagination}` and honours `page` and `limit`.',
      },
    },
  ],
};
