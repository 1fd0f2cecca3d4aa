import { describe, expect, test } from 'vitest';
import {
  batchResults,
  check,
  confirmResult,
  definitions,
  emailContainer,
  fieldsOf,
  hasNeighbours,
  type ListName,
  lists,
  readAttachment,
  readBatch,
  readContact,
  readContactList,
  readContactPageSchema,
  readEmail,
  readPage,
  readReceipt,
  readResult,
  readUpload,
  readVerification,
  type Sign,
  signs,
  type WireOption,
  type WireOptions,
  wireOptions,
  wirePresets,
  wrapPage,
  writeRecord,
} from '../src/index.ts';

const at = '2026-01-31T09:30:00.000Z';
const email = {
  id: 'msg_1',
  from: 'a@example.com',
  to: ['b@example.org'],
  subject: 'Hi',
  messageId: 'm',
  sentAt: at,
};
const attachment = { id: 'att_1', status: 'uploaded', filename: 'a.txt', contentType: 'text/plain', size: 1 };
const upload = { attachmentId: 'att_1', uploadUrl: 'https://x.test', expiresAt: at, uploadToken: 't' };
const fields = [{ key: 'plan', label: 'Plan', type: 'select', options: ['free'], required: true }] as const;
const counters = { totalContacts: 3, activeContacts: 2, suppressedContacts: 1, contactCount: 3 };
const list = { id: 'lst_1', name: 'Readers', ...counters, tags: [], customFields: fields };
const contact = {
  id: 'cnt_1',
  email: 'a@example.org',
  status: 'active',
  customFields: {},
  createdAt: at,
  updatedAt: at,
};
const details = { isDisposable: false, isFreeProvider: false, isRoleAccount: true };
const risky = {
  email: 'c@example.net',
  status: 'dirty' as const,
  result: 'risky' as const,
  isValid: false,
  reason: 'role',
  riskScore: 60,
};
const result = { ...risky, cached: false, details };
const clean = { cleanCount: 1, dirtyCount: 2, unknownCount: 1, cleanPercentage: 25 };
const analytics = { ...clean, valid: 1, invalid: 1, risky: 1, unknown: 1 };
const batch = { verificationId: 'ver_1', totalEmails: 4, creditsDeducted: 4, status: 'completed', analytics };
const verification = { verificationId: 'ver_1', id: 'ver_1', totalEmails: 4, processedEmails: 4 };
const pagination = { page: 1, limit: 20, total: 1, totalPages: 1 };

/** The options that give a record, or a part of it, its form. The others compare answers, or read a status or an id. */
type FormOption = Exclude<
  WireOption,
  'authError' | 'ids' | 'listCounting' | 'rateLimitCode' | 'replay' | 'sendErrorStatus' | 'successStatus'
>;

/** How a record is written under an option, where its form shows, and how it is read. */
interface Case {
  readonly write: (wire: WireOptions) => unknown;
  /** Default: the whole. */
  readonly part?: (written: unknown) => unknown;
  readonly read: (written: unknown) => unknown;
}

function pageCase(name: ListName, item: object): Case {
  const { items } = lists[name];
  return {
    write: (wire) => wrapPage<unknown>(name, [item], { pagination }, wire),
    part: (page) => {
      const { data, beside } = fieldsOf(page);
      return { items, data, ...fieldsOf(beside) };
    },
    read: (page) => {
      const { data, beside } = fieldsOf(page);
      return fieldsOf(readPage(items, data, beside, (one) => one))[items];
    },
  };
}

const memberOf = (name: string) => (written: unknown) => fieldsOf(written)[name];

const cases: { readonly [Option in FormOption]: Case } = {
  nulls: {
    write: (wire) => writeRecord('Email', email, wire),
    part: memberOf('cc'),
    read: (written) =>
      Object.fromEntries(Object.entries(fieldsOf(written)).filter(([, value]) => value !== null)),
  },
  sendResult: {
    write: (wire) =>
      writeRecord(
        'LiveSendReceipt',
        { id: 'msg_1', messageId: 'm', status: 'queued', createdAt: at, skipped: false },
        wire,
      ),
    read: readReceipt,
  },
  emailContainer: {
    write: (wire) => emailContainer[wire.emailContainer].write(email, wire),
    read: readEmail,
  },
  uploadToken: { write: (wire) => writeRecord('Upload', upload, wire), read: readUpload },
  confirmResult: {
    write: (wire) => confirmResult[wire.confirmResult].write(attachment, wire),
    read: (written) => readAttachment('att_1', written),
  },
  listCounters: { write: (wire) => writeRecord('ContactList', list, wire), read: readContactList },
  listFields: {
    write: (wire) => ({ ...list, customFields: definitions[wire.listFields].write(fields, wire) }),
    part: memberOf('customFields'),
    read: readContactList,
  },
  contactListFields: {
    write: (wire) => ({
      contacts: [contact],
      contactListCustomFields: definitions[wire.contactListFields].write(fields, wire),
      pagination,
    }),
    part: memberOf('contactListCustomFields'),
    read: (page) => check(readContactPageSchema, readPage('contacts', page, {}, readContact)),
  },
  verification: { write: (wire) => writeRecord('VerificationResult', result, wire), read: readResult },
  verificationId: {
    write: (wire) => writeRecord('Verification', verification, wire),
    read: readVerification,
  },
  listedVerificationId: {
    write: (wire) => writeRecord('ListedVerification', verification, wire),
    read: readVerification,
  },
  neighbours: {
    write: (wire) => ({ ...pagination, ...(hasNeighbours('listEmails', wire) && { hasNext: false }) }),
    read: (written) => written,
  },
  batchImmediate: { write: (wire) => writeRecord('CompletedBatchReceipt', batch, wire), read: readBatch },
  batchResults: {
    write: (wire) => ({ ...batch, results: batchResults[wire.batchResults].write([result], wire) }),
    part: memberOf('results'),
    read: readBatch,
  },
  analytics: {
    write: (wire) => ({ ...batch, analytics: writeRecord('VerificationAnalytics', analytics, wire) }),
    part: memberOf('analytics'),
    read: readBatch,
  },
  pageContainer: pageCase('listEmails', email),
  verificationsContainer: pageCase('listVerifications', { id: 'ver_1' }),
  listsContainer: pageCase('listContactLists', list),
};

/** The value of each option that says the most, if it is not the default. */
const fullest: Partial<WireOptions> = {
  neighbours: 'everywhere',
  confirmResult: 'record',
  uploadToken: 'present',
  batchImmediate: 'with-id',
  batchResults: 'items',
};

/** What a form leaves out. A value that is not named here leaves out nothing. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'sendResult minimal': ['id', 'status', 'createdAt'],
  'sendResult reference': ['skipped'],
  'uploadToken absent': ['uploadToken'],
  'confirmResult null': ['filename', 'contentType', 'size'],
  'neighbours verifications': ['hasNext'],
  'listCounters totals': ['contactCount'],
  'listCounters contactCount': ['activeContacts', 'suppressedContacts'],
  'verification minimal': ['result', 'reason', 'riskScore', 'cached', 'details'],
  'batchImmediate without-id': ['verificationId'],
  'batchResults grouped': ['result', 'reason', 'riskScore', 'cached', 'details'],
  'analytics clean': ['valid', 'invalid', 'risky', 'unknown'],
};

/** Names of the fields that only the first value has. */
function absentFields(whole: unknown, value: unknown): string[] {
  if (typeof whole !== 'object' || whole === null) return [];
  const found = new Map(Object.entries(Object(value) as object));
  return Object.entries(whole).flatMap(([name, part]) =>
    found.has(name) ? absentFields(part, found.get(name)) : [name],
  );
}

/** A value as JSON takes it from the service to its reader. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(Object.keys(cases) as FormOption[])('%s', (option) => {
  const { write, part = (written) => written, read } = cases[option];
  const response = (wire: Partial<WireOptions>) => sent(write({ ...wirePresets.examples, ...wire }));
  const values: readonly string[] = wireOptions[option];

  test.each(values)('what %s writes has the form of this value, and of no other', (value) => {
    const shown = part(response({ [option]: value }));
    const taking = Object.entries<Sign>(signs[option]).filter(([, { takes }]) => takes(shown));
    expect(taking.map(([taken]) => taken)).toEqual([value]);
  });

  test.each(values)(
    'what %s writes reads as the same record, with what it leaves out absent (A129)',
    (value) => {
      const whole = read(response(fullest));
      const found = read(response({ [option]: value }));
      expect(whole).toMatchObject(Object(found));
      expect(absentFields(whole, found).toSorted()).toEqual((leftOut[`${option} ${value}`] ?? []).toSorted());
    },
  );

  test('another thing has the form of no value', () => {
    const taking = Object.values<Sign>(signs[option]).filter(({ takes }) => takes('<html>'));
    expect(taking).toEqual([]);
  });
});
