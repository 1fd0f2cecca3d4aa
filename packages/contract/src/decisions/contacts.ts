import type { DecisionPart } from '../decision.ts';

/** Decisions about contact lists, custom fields and contacts. */
export const contacts: DecisionPart = {
  title: 'Contact lists, custom fields and contacts',
  decisions: [
    {
      id: 'A80',
      slug: 'list-counters',
      title: '`totalContacts` and its kin, or `contactCount`',
      document: 'Both are named.',
      answer:
        'The superset: `totalContacts`, `activeContacts`, `suppressedContacts`, and `contactCount`, which equals `totalContacts`.',
      client: '`totalContacts` is `totalContacts`, else `contactCount`, else `contact_count`, else 0.',
      wire: {
        option: 'listCounters',
        values: ['both', 'totals', 'contactCount'],
        meaning:
          '`totals` sends the three counters of the example only, `contactCount` the one of the reference only.',
      },
    },
    {
      id: 'A81',
      slug: 'list-fields',
      title: '`customFields` of a list as an array or an object',
      document:
        'The request has an array; the example of listing all has an object by key whose values have a `type`.',
      answer:
        'An array of full definitions in every list object, `[]` where there are none. It loses nothing, which the PUT that replaces all needs.',
      client:
        'It is always `CustomFieldDefinition[]`; from a map the key is put in, `label` is the key where it is absent, and `required` is false.',
      wire: {
        option: 'listFields',
        values: ['array', 'map'],
        meaning: '`map` is `{key: {type, label, required, …}}`.',
      },
    },
    {
      id: 'A82',
      slug: 'clcf',
      title: 'The content of `contactListCustomFields`',
      document: 'An object whose content is not shown.',
      answer:
        'An object by field key of `{type,label,required,defaultValue?,options?}`, `{}` where there are none.',
      client: 'It is an array of definitions on the page object, `page.customFields`.',
      wire: {
        option: 'contactListFields',
        values: ['map', 'array'],
        meaning: '`array` is an array of definitions.',
      },
    },
    {
      id: 'A83',
      slug: 'list-names',
      title: 'Duplicate names and white space',
      document: 'Not shown.',
      answer:
        'Several lists may have one name. A name has to contain a character that is no space and is stored as given; lengths are counted in code points. `description: null` is a 400, as its type is string; a description that is not set is omitted.',
    },
    {
      id: 'A84',
      slug: 'def-rules',
      title: 'Validation of definitions',
      document: 'Not shown beyond the table of §2.3.',
      answer:
        'A key matches `^[A-Za-z_][A-Za-z0-9_.-]{0,63}$`, is unique in the array, and is not `__proto__`, `constructor` or `prototype`. Options are different strings that are not empty, and are ignored for other types than `select`. All violations are `VALIDATION_ERROR` with a field such as `customFields[i].x`. `tags` in a request is ignored; the response has `tags: []`.',
    },
    {
      id: 'A85',
      slug: 'defaults',
      title: '`defaultValue`',
      document: 'Any value.',
      answer:
        'It has to be valid for the type, else creating or updating the list is a 400. It is applied only when a contact is created without the key, and then satisfies `required`; it is not applied on PUT or in retrospect.',
    },
    {
      id: 'A86',
      slug: 'field-values',
      title: 'Validation of values',
      document: 'Not shown beyond the forms of §2.3.',
      answer:
        'A text is a string; a number a finite JSON number, no numeric string; a boolean a JSON boolean; a date `YYYY-MM-DD` or a full ISO date and time, a real date, echoed as given; a select exactly one of the options, case included. A wrong value is `INVALID_CUSTOM_FIELD` with a field such as `customFields.k`. `null` on creation means not set, without the default; for a required key it is a `VALIDATION_ERROR`.',
    },
    {
      id: 'A87',
      slug: 'merge',
      title: 'How PUT merges custom fields',
      document: 'They are merged into the existing values; `null` clears a field.',
      answer:
        '`null` clears: the key disappears. `null` for a required field is a 400 `VALIDATION_ERROR`. An empty object changes nothing. Where `customFields` is in the body, the merged result has to contain all required keys; without it they are not checked again. The whole request is atomic. `null` for an unknown key is `INVALID_CUSTOM_FIELD` unless the contact still stores it.',
    },
    {
      id: 'A88',
      slug: 'defs-replaced',
      title: 'Replacing definitions while contacts hold values',
      document: 'PUT replaces the array; contacts are not mentioned.',
      options: ['keep the values', 'hide them', 'purge them'],
      answer:
        'Stored values are kept, but only keys of current definitions are returned; values are not validated again, and adding a key again shows its old value. New required fields do not make old contacts invalid.',
    },
    {
      id: 'A89',
      slug: 'put-email',
      title: '`email` in a PUT of a contact',
      document: 'It cannot be changed.',
      answer:
        'The same address, whatever its case, is ignored; another one is a 400 `VALIDATION_ERROR` with the field `email`.',
      client: 'It is not in the type.',
    },
    {
      id: 'A90',
      slug: 'contact-nulls',
      title: '`null` for `firstName` and the like',
      document: 'The type is string.',
      answer:
        '400 `VALIDATION_ERROR`, since the documented type is string; `""` is stored as an empty string. `status` and `source` in a PUT are ignored.',
    },
    {
      id: 'A91',
      slug: 'contact-defaults',
      title: '`source`, `subscribedAt` and the token',
      document:
        '`domainId`, `contactListId` and `subscriptionToken` are in the examples of list, get and create.',
      answer:
        '`domainId`, `contactListId` and `subscriptionToken` are in every contact response, that of PUT included. `source` is `api` where it is omitted and any string of at most 100 characters. `subscribedAt` equals `createdAt`. `subscriptionToken` is 32 hexadecimal digits. Every successful PUT and suppress moves `updatedAt`. `customFields` is `{}` where there are none.',
    },
    {
      id: 'A92',
      slug: 'consent-ip',
      title: 'Validation of `consentIpAddress`',
      document: 'An IP address.',
      answer: 'An IPv4 or IPv6 literal, else a 400. `consentSource` is a free string.',
    },
    {
      id: 'A93',
      slug: 'email-case',
      title: 'Case and the uniqueness of contacts',
      document: '"unique within the list".',
      answer: 'Case does not matter; the address is returned as given.',
    },
    {
      id: 'A94',
      slug: 'supp-unsub',
      title: '`unsubscribedAt` on suppress',
      document: 'Not shown.',
      answer:
        'The reason `unsubscribed` sets `unsubscribedAt`; the status is `suppressed` all the same. The reason is validated before `ALREADY_SUPPRESSED`. It is not returned anywhere but in the control plane.',
    },
    {
      id: 'A95',
      slug: 'suppress-shape',
      title: 'The answer to suppress',
      document: '204.',
      answer: '204 without a body.',
      client: 'It returns nothing (`void`).',
    },
  ],
};
