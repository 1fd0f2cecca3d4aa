import type { WireOption } from '@mailrig/contract';
import type { ProbeRequest } from './probe-request.ts';
import type { Difference } from './tame.ts';

type Explains = (difference: Difference, request: ProbeRequest) => boolean;

const isAbsent = (text: string) => text === 'absent' || text === 'null';
const at =
  (path: RegExp, where = /(?:)/): Explains =>
  (difference, request) =>
    path.test(difference.path) && where.test(`${request.method} ${request.path}`);
const contained = /^(data|pagination|contactListCustomFields)/;

/** Which differences follow from another value of a wire option. They are told once, as that option. */
export const followsFrom: Readonly<Record<WireOption, Explains>> = {
  authError: (_difference, { auth }) => auth !== undefined,
  nulls: ({ deployment, sandbox }) => isAbsent(deployment) && isAbsent(sandbox),
  ids: ({ deployment, sandbox }) => deployment.includes('(id of') && sandbox.includes('(id of'),
  successStatus: ({ path, deployment, sandbox }) =>
    path === 'status' && deployment.startsWith('2') && sandbox.startsWith('2'),
  rateLimitCode: (difference, { until }) => until !== undefined && difference.path.startsWith('error'),
  pageContainer: at(contained, /^GET .*\/(emails|contacts)(\?|$)/),
  verificationsContainer: at(contained, /^GET .*\/email-verification(\?|$)/),
  listsContainer: at(contained, /^GET .*\/contact-lists(\?|$)/),
  neighbours: at(/has(Next|Prev)$/),
  emailContainer: at(/^data/, /^GET .*\/emails\/\{/),
  sendResult: at(/^data/, /^POST .*\/emails$/),
  replay: at(/^(status|data|error)/, /^POST .*\/emails$/),
  sendErrorStatus: at(/^status$/, /^POST .*\/emails$/),
  confirmResult: at(/^data/, /confirm$/),
  uploadToken: at(/uploadToken$/),
  listCounters: at(/(Contacts|contactCount)$/),
  listCounting: at(/Contacts$/),
  listFields: at(/customFields/i),
  contactListFields: at(/contactListCustomFields/),
  verification: at(/^data/, /\/single$/),
  verificationId: at(/(\.id|\.verificationId)$/, /email-verification\//),
  listedVerificationId: at(/(\.id|\.verificationId)$/, /email-verification\?|email-verification$/),
  batchImmediate: at(/verificationId$/, /batch$/),
  batchResults: at(/results/),
  analytics: at(/analytics/),
};

/** Which requirements and decisions speak about a path of an answer. */
const sources: readonly (readonly [
  path: RegExp,
  requirements: readonly string[],
  decisions: readonly string[],
])[] = [
  [/^header x-ratelimit-limit/, ['R29', 'R31'], []],
  [/^header x-ratelimit/, ['R31', 'R33'], ['A25']],
  [/^header retry-after/, ['R35'], []],
  [/^header x-request-id/, ['R4', 'R6'], ['A8']],
  [/^success/, ['R3', 'R5'], ['A5']],
  [/^meta\.timestamp/, ['R7'], []],
  [/^meta\.path/, ['R8'], ['A9']],
  [/^error\.details/, ['R208'], ['A21']],
  [/hasNext|hasPrev/, ['R43'], ['A30']],
  [/pagination|totalPages/, ['R40'], ['A29']],
  [/^items/, [], ['A33']],
  [/isValid|riskScore|result$/, ['R173'], []],
  [/analytics|Percentage/, ['R198'], []],
  [/At(,|$)/, ['R7'], []],
];

/** The requirements and decisions behind a path. */
export function sourcesOf(path: string): {
  readonly requirements: readonly string[];
  readonly decisions: readonly string[];
} {
  const [, requirements = [], decisions = []] = sources.find(([known]) => known.test(path)) ?? [];
  return { requirements, decisions };
}
