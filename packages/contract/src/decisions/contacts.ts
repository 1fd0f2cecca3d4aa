import type { DecisionPart } from '../decision.ts';

/** Decisions about contact lists, custom fields and contacts. */
export const contacts: DecisionPart = {
  title: 'Contact lists, custom fields and contacts',
  decisions: [
    {
      id: 'A80',
      slug: 'list-counters',
      title: '`totalContacts` or `contactCount`',
      document:
        'One example has `totalContacts`, `activeContacts` and `suppressedContacts`; the reference has `contactCount`.',
      answer: 'All four. `contactCount` equals `totalContacts`. A123 says what they count.',
      client:
        '`totalContacts` is read from `totalContacts`, `contactCount` or `contact_count`, in this order, or else is 0.',
      wire: {
        option: 'listCounters',
        meaning: '`totals` sends the three counters only, and `contactCount` that one only.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'example of a created list for three counters, and its field table for `contactCount`',
          note: 'Neither has all four.',
        },
      ],
    },
    {
      id: 'A81',
      slug: 'list-fields',
      title: '`customFields` of a list: array or object',
      document:
        'Requests have an array. The example of a list has an object by key, whose values have a `type`.',
      answer:
        'An array of complete definitions in every list, or `[]`. A PUT replaces all definitions, so the response must not lose any part of them.',
      client:
        'It is always a `CustomFieldDefinition[]`. From an object it takes the key, uses it as the label if there is none, and sets `required` to false if absent.',
      wire: {
        option: 'listFields',
        meaning: '`map` is `{key: {type, label, required, …}}`.',
      },
      evidence: [
        {
          kind: 'documented',
          source: 'field table of contact lists, which allows an array',
          note: 'The example of all lists has an object by key.',
        },
      ],
    },
    {
      id: 'A82',
      slug: 'clcf',
      title: 'The content of `contactListCustomFields`',
      document: 'An object; its content is not specified.',
      answer: 'An object by field key of `{type,label,required,defaultValue?,options?}`, or `{}`.',
      client: 'It is an array of definitions on the page: `page.customFields`.',
      wire: {
        option: 'contactListFields',
        meaning: '`array` is an array of definitions.',
      },
      evidence: [{ kind: 'assumed', note: 'Only that it is an object is documented.' }],
    },
    {
      id: 'A83',
      slug: 'list-names',
      title: 'Names and descriptions of lists',
      document: 'Only their lengths.',
      answer:
        'Lists may share a name. A name must contain something other than spaces, and is stored as given. Lengths are counted in code points. `description: null` is a 400, because the type is string; without a description the field is omitted.',
      evidence: [{ kind: 'assumed', note: 'Only the lengths are documented.' }],
    },
    {
      id: 'A84',
      slug: 'def-rules',
      title: 'Validation of field definitions',
      document: 'Only the types of their fields.',
      answer:
        'A key matches `^[A-Za-z_][A-Za-z0-9_.-]{0,63}$`, is unique in the array, and is not `__proto__`, `constructor` or `prototype`. Options are unique, non-empty strings, and are ignored unless the type is `select`. A violation is a `VALIDATION_ERROR` with a field such as `customFields[i].x`. `tags` in a request is ignored, and the response has `tags: []`.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A85',
      slug: 'defaults',
      title: '`defaultValue`',
      document: 'Any value.',
      answer:
        'It must be valid for the type, or creating or updating the list is a 400. It applies if a contact is created without the key, and satisfies `required`. It does not apply to updates or to existing contacts.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A86',
      slug: 'field-values',
      title: 'Validation of field values',
      document: 'The general form of each type.',
      answer:
        'A text is a string. A number is a finite JSON number, not a numeric string. A boolean is a JSON boolean. A date is `YYYY-MM-DD` or a full ISO timestamp, must exist, and is returned as given. A select is exactly one of its options, case included. A wrong value is `INVALID_CUSTOM_FIELD` with a field such as `customFields.k`. On creation `null` means no value, not even the default; for a required key it is a `VALIDATION_ERROR`.',
      evidence: [
        {
          kind: 'documented',
          source: 'value forms of each type',
          note: 'How strictly they are checked is our choice.',
        },
      ],
    },
    {
      id: 'A87',
      slug: 'merge',
      title: 'How PUT merges custom fields',
      document:
        'They are merged into the existing values, and `null` clears a field. A field is required when a contact is created.',
      answer:
        '`null` removes the key, even that of a required field: required fields are checked only when a contact is created. For an unknown key, `null` is `INVALID_CUSTOM_FIELD`, unless the contact still stores a value for it. An empty object changes nothing. An update is all or nothing.',
      evidence: [
        {
          kind: 'documented',
          source: 'update of a contact, for merging and clearing, and the meaning of `required`',
          note: 'The error for unknown keys is our choice.',
        },
      ],
    },
    {
      id: 'A88',
      slug: 'defs-replaced',
      title: 'Removing a field that contacts use',
      document: 'A PUT replaces the definitions; contacts are not mentioned.',
      options: ['keep the values', 'hide them', 'delete them'],
      answer:
        'The values are kept but hidden, and come back if the key is defined again. Existing values are not validated again. A contact that is older than a required field can still be changed (A87).',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A89',
      slug: 'put-email',
      title: '`email` in an update of a contact',
      document: 'It cannot be changed.',
      answer:
        'The same address, ignoring case, is accepted. A different one is a 400 `VALIDATION_ERROR` with the field `email`.',
      client: 'The type does not have it.',
      evidence: [
        {
          kind: 'assumed',
          note: 'That the address cannot be changed is documented, but not what happens to a request that tries.',
        },
      ],
    },
    {
      id: 'A90',
      slug: 'contact-nulls',
      title: '`null` for `firstName` and other fields',
      document: 'The type is string.',
      answer:
        '400 `VALIDATION_ERROR`. `""` is stored as an empty string. `status` and `source` in an update are ignored.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A91',
      slug: 'contact-defaults',
      title: 'Fields the service sets on a contact',
      document: 'Examples have `domainId`, `contactListId` and `subscriptionToken`.',
      answer:
        '`domainId`, `contactListId` and `subscriptionToken` (32 hexadecimal digits) are in every contact, including the response to an update. `source` is any string of up to 100 characters, `api` by default. `subscribedAt` equals `createdAt`. Every successful update and suppress changes `updatedAt`. `customFields` is `{}` if there are none.',
      evidence: [
        {
          kind: 'documented',
          source: 'example contacts',
          note: 'They show which fields exist. The default of `source`, the form of the token and the update of `updatedAt` are our choice.',
        },
      ],
    },
    {
      id: 'A92',
      slug: 'consent-ip',
      title: 'Validation of `consentIpAddress`',
      document: 'An IP address.',
      answer:
        'An IPv4 or IPv6 address without a zone, also an IPv4-mapped one such as `::ffff:203.0.113.7`; anything else is a 400. `consentSource` is any string.',
      evidence: [{ kind: 'assumed', note: 'Only that it is an IP address is documented.' }],
    },
    {
      id: 'A93',
      slug: 'email-case',
      title: 'Unique contacts and case',
      document: 'An address is unique within its list.',
      answer: 'Case is ignored. The address is returned as given.',
      evidence: [{ kind: 'assumed', note: 'Only that an address is unique within its list is documented.' }],
    },
    {
      id: 'A94',
      slug: 'supp-unsub',
      title: '`unsubscribedAt` on suppress',
      document: 'Not specified.',
      answer:
        'The reason `unsubscribed` sets `unsubscribedAt`; the status is `suppressed` as for any other reason. The reason is validated before `ALREADY_SUPPRESSED`. Only the control plane returns it.',
      evidence: [{ kind: 'assumed' }],
    },
    {
      id: 'A95',
      slug: 'suppress-shape',
      title: 'The response to suppress',
      document: '204.',
      answer: '204 without a body.',
      client: 'It returns nothing (`void`).',
      evidence: [{ kind: 'documented', source: 'response to suppress' }],
    },
  ],
};
