/**
 * The shapes for which the document supports alternatives; the first value of each is the default. A client must read
 * all of them into the same value; each has a decision in the ledger.
 */
export const wireOptions = {
  /** Body of a 401: in the envelope, or bare as in the document's authentication part. */
  authError: ['enveloped', 'bare'],
  /** Fields without a value: left out, or `null`. */
  nulls: ['omit', 'explicit'],
  /** New ids: with their prefix, or without as in some examples. */
  ids: ['prefixed', 'unprefixed'],
  /** Status of success: 201 and 202 if they fit, or 200 for every response with a body. */
  successStatus: ['rest', '200'],
  /** Error code of a rate-limited response: present, or only a message. */
  rateLimitCode: ['present', 'absent'],
  /** Lists of emails and contacts: under their name next to `pagination`, as `data` itself, or as `data.data`. */
  pageContainer: ['named', 'bare', 'nested'],
  /** Lists of verifications: as for `pageContainer`, whose name is `items`. */
  verificationsContainer: ['named', 'bare', 'nested'],
  /** GET /contact-lists: an array, a page with `data.lists`, or a page with `data.data`. */
  listsContainer: ['bare', 'paginated', 'nested'],
  /** `hasNext` and `hasPrev`: in lists of verifications, or in every list. */
  neighbours: ['verifications', 'everywhere'],
  /** GET /emails/{id}: under `email`, or as `data` itself. */
  emailContainer: ['named', 'bare'],
  /** Response to a live send: every field, the example's, or the reference's. */
  sendResult: ['full', 'minimal', 'reference'],
  /** A repeated idempotency key: marked as skipped, given the first response, or refused. */
  replay: ['skipped', 'verbatim', 'conflict'],
  /** Status of the errors of a send: 400, or the one that fits each best. */
  sendErrorStatus: ['400', 'semantic'],
  /** Response to a confirmed upload: no payload, or the attachment, with `filename` or `fileName`. */
  confirmResult: ['null', 'record', 'fileName'],
  /** Token for confirming an upload: not sent, or sent. */
  uploadToken: ['absent', 'present'],
  /** Counters of a contact list: both vocabularies, the example's, or the reference's. */
  listCounters: ['both', 'totals', 'contactCount'],
  /** Counters of a list: by status, or with every contact that is not active counted as suppressed. */
  listCounting: ['by-status', 'active-or-suppressed'],
  /** Custom fields of a list: an array, or an object by key. */
  listFields: ['array', 'map'],
  /** Custom fields next to a page of contacts: an object by key, or an array. */
  contactListFields: ['map', 'array'],
  /** Result of one verification: every field, the example's, or the reference's. */
  verification: ['full', 'minimal', 'rich'],
  /** GET /email-verification/{id}: its id under `id`, or under `verificationId`. */
  verificationId: ['id', 'verificationId'],
  /** GET /email-verification: the ids of its items, likewise. */
  listedVerificationId: ['id', 'verificationId'],
  /** A batch that completes at once: without an id, or with one. */
  batchImmediate: ['without-id', 'with-id'],
  /** Results of a batch: grouped addresses, or an array of results. */
  batchResults: ['grouped', 'items'],
  /** Analytics of a batch: both vocabularies, the examples', or the reference's. */
  analytics: ['both', 'clean', 'valid'],
} as const;

/** Name of a wire option. */
export type WireOption = keyof typeof wireOptions;

/** A value for every wire option. */
export type WireOptions = { readonly [Option in WireOption]: (typeof wireOptions)[Option][number] };

const defaults = /* @__PURE__ */ firstValues();

function firstValues(): WireOptions {
  const values = Object.entries(wireOptions).map(([option, [first]]) => [option, first]);
  return Object.fromEntries(values) as WireOptions;
}

/** What all published clients read. */
const client = { ...defaults, neighbours: 'everywhere' } as const satisfies WireOptions;

/** What the clients in Go and Python read. */
const nested = {
  pageContainer: 'nested',
  listsContainer: 'nested',
  verificationsContainer: 'nested',
} as const satisfies Partial<WireOptions>;

/**
 * Ready-made choices.
 * - `examples`: the document's example responses; the default.
 * - `reference`: its field tables, where they differ from the examples.
 * - `sparse`: the minimum that it promises.
 * - `client-js`, `client-go`, `client-python`, `client-rust`, `client-java`, `client-php`: what that published
 *   client of the service reads. At the start of a sandbox they also choose the endpoints `published`.
 */
export const wirePresets = {
  examples: defaults,
  reference: {
    ...defaults,
    pageContainer: 'bare',
    verificationsContainer: 'bare',
    sendResult: 'reference',
    listCounters: 'contactCount',
    verification: 'rich',
    batchImmediate: 'with-id',
    batchResults: 'items',
    analytics: 'valid',
    uploadToken: 'present',
  },
  sparse: {
    ...defaults,
    authError: 'bare',
    rateLimitCode: 'absent',
    successStatus: '200',
    ids: 'unprefixed',
    sendResult: 'minimal',
    replay: 'verbatim',
    listCounters: 'totals',
    verification: 'minimal',
    analytics: 'clean',
  },
  'client-js': {
    ...client,
    listsContainer: 'paginated',
    verificationsContainer: 'nested',
    emailContainer: 'bare',
    confirmResult: 'fileName',
    uploadToken: 'present',
    batchImmediate: 'with-id',
    batchResults: 'items',
  },
  'client-go': {
    ...client,
    ...nested,
    verificationId: 'verificationId',
    listedVerificationId: 'verificationId',
    confirmResult: 'record',
    uploadToken: 'present',
    batchImmediate: 'with-id',
  },
  'client-python': {
    ...client,
    ...nested,
    confirmResult: 'fileName',
    uploadToken: 'present',
    analytics: 'valid',
  },
  'client-rust': { ...client, emailContainer: 'bare', verificationId: 'verificationId' },
  'client-java': {
    ...client,
    emailContainer: 'bare',
    verificationId: 'verificationId',
    confirmResult: 'record',
  },
  'client-php': client,
} as const satisfies Record<string, WireOptions>;

/** Name of a ready-made choice of wire options. */
export type WirePreset = keyof typeof wirePresets;

/**
 * Whether a preset is that of a published client, which calls more than the document describes (A126, A130).
 *
 * @param preset Name of a preset.
 */
export function isClientPreset(preset: WirePreset): boolean {
  return preset.startsWith('client-');
}
