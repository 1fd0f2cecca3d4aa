import { type CalibrationEvidence } from '@mailrig/contract';
import { codeOf, type DeploymentResponse } from './response.ts';
import type { Difference } from './differences.ts';
import { type Responses, script } from './script.ts';
import { type NormalisedResponse, Normaliser } from './normalise.ts';

/**
 * Statements and decisions by their ids, for example `R29 A25`; the steps whose responses show them, any if there are
 * none;
 * what is documented or decided, as the normalised text of a leaf, absent if only a comparison shows it; and the leaves
 * that it is about, by default the status and the error code.
 */
type Row = readonly [
  sources: string,
  steps: string | readonly string[],
  expected?: string | undefined,
  leaf?: RegExp,
];

const successes: readonly string[] = ['emails', 'lists', 'verifications', 'verificationStats'];
const refusals: readonly string[] = [
  'sendNothing',
  'listEmails limit of 101',
  'getVerification of unknown id',
];
const invalid = '400 VALIDATION_ERROR';
const time = 'ISO 8601 with milliseconds';

const rows: readonly Row[] = [
  ['R3 A5', successes, 'true', /^success$/],
  ['R5 A5', refusals, 'false', /^success$/],
  ['R4 A8', [...successes, ...refusals], '(text)', /^meta\.requestId$/],
  ['A8', [...successes, ...refusals], '(text)', /^header x-request-id$/],
  ['R7', successes, 'now', /^meta\.timestamp$/],
  ['R7', successes, time, /^meta\.timestamp form$/],
  ['R7', [], time, /At form$/],
  ['R8 A9', 'emails', '"/api/v1/emails"', /^meta\.path$/],
  ['A7', 'sendNothing', '"/api/v1/emails"', /^meta\.path$/],
  ['A21', 'sendNothing', '"from"', /^error\.details\.field$/],
  ['R208', [], 'an object', /^error\.details$/],
  ['A21', [], undefined, /^error\.details/],

  ['R17', 'withoutKey', '401 UNAUTHORIZED'],
  ['R21', 'wrongKey', '401 UNAUTHORIZED'],
  ['R19', 'keyAsHeader', '200'],
  ['A1', 'twoKeys', '401 UNAUTHORIZED'],
  ['A3', 'unknownPathWithoutKey', '401'],
  ['A10', 'unknownPath', '404'],
  ['A10', 'wrongMethod', '405'],
  ['A12', 'sendBrokenJson', invalid],
  ['A13', 'sendPlainText', '415'],
  ['A134', 'sendOtherCharset', '415'],
  ['A116 A126', 'emailStats', '404'],

  ['R29 R31', successes, '100', /^header x-ratelimit-limit$/],
  ['R33', successes, 'within a minute', /^header x-ratelimit-reset$/],
  ['R33 A28', successes, time, /^header x-ratelimit-reset form$/],
  [
    'R31 R34 A25',
    ['emails', 'sendNothing', 'unknownPath', 'withoutKey'],
    '(within the limit)',
    /^header x-ratelimit-remaining$/,
  ],
  ['R35 A27', 'overTheLimit', 'seconds, within a minute', /^header retry-after$/],

  ['A32', 'pageBeyondEnd', 'none', / items$/],
  ['A31', ['listEmails limit of another type', 'listEmails limit of 101', 'listEmails page of 0'], invalid],
  ['A34', 'listEmails status mailrig-probe', invalid],
  ['A118', 'basicDate', '200'],
  ['R95 A18', 'invalidDate', invalid],
  ['A33', ['emails', 'contacts', 'verifications', 'verificationsAfter'], 'newest first', / sort order$/],
  ['A33', [], undefined, /^items/],
  ['R40 A29', [], undefined, /^container$|pagination|totalPages/],
  ['A39 A121 A124', 'emails'],

  ['R46 A20', 'sendNothing', '400'],
  ['R48 A4 A61', 'sendFromElsewhere', 'FROM_DOMAIN_MISMATCH'],
  ['R79 A65', 'send', 'true', /^data\.sandbox$/],
  ['R79 A65', 'send', undefined, /^data/],
  ['A66', 'emailsAfterSend', '(none)', /^items$/],
  ['A40', 'sendAgain'],
  ['A45', 'sendOtherWithSameKey', '409 IDEMPOTENCY_CONFLICT'],
  ['A41 A42 A119', 'sendOtherWithSameKey'],
  ['A15 A122', 'sendEmail unknown field'],
  ['A48', 'sendFromOther'],
  ['A49', 'sendToInvalid'],
  ['A135', 'sendToInvisible'],
  ['A50 A57', 'sendToMany'],
  ['A51', 'sendCopyToSuppressed'],
  ['A52', 'suppressedInOtherList'],
  ['A53', 'sendWithoutContent'],
  ['A54', 'sendTemplateAndText'],
  ['A55', 'sendWithVariables'],
  ['A59', 'sendUnknownAttachment'],

  ['R101', 'createUploadWithoutName', invalid],
  ['R106 A70', 'uploadProgram', '400 INVALID_CONTENT_TYPE'],
  ['R107 A73', 'putUpload', '200'],
  ['R109', 'confirmUpload of unknown id', '404 UPLOAD_NOT_FOUND'],
  ['R110 A75', 'confirmTooEarly', '400 UPLOAD_NOT_COMPLETE'],
  ['R111', 'confirmShorterFile', '400 FILE_SIZE_MISMATCH'],
  ['A74', 'confirmAgain', '200'],
  ['A69', 'uploadOf 10485761'],
  ['A71', 'createUpload filename of length 256'],
  ['A72', 'createUpload'],
  ['A78', 'uploadImage'],

  ['R119', 'createListWithoutName', invalid],
  ['R140', 'listContacts of unknown listId', '404 LIST_NOT_FOUND'],
  ['R138 A93', 'createContactAgain', '409 CONTACT_ALREADY_EXISTS'],
  ['R145', 'createContactWithUnknownField', '400 INVALID_CUSTOM_FIELD'],
  ['A91', 'createContact', '"api"', /^data\.source$/],
  ['R157', 'updateContact', '"Probe"', /^data\.firstName$/],
  ['R157 A91', 'updateContact', undefined, /^data/],
  ['R164 A95', 'suppress', '204'],
  ['R167', 'suppressAgain', '409 ALREADY_SUPPRESSED'],
  ['A83', 'createContactList name of length 101'],
  ['A84 A120', 'createListWithBadFields'],
  ['A85', 'createBob'],
  ['A86', 'createWith seats 3'],
  ['A87', 'updateAda'],
  ['A88', 'updateAfterReplacement'],
  ['A89', 'moveAda'],
  ['A90', 'createContact firstName null'],
  ['A92', 'createContact consentIpAddress null'],
  ['A94', 'bobAfterSuppression'],
  ['A125', 'createContact'],

  ['R174 A98', 'verifyNoAddress', '400 INVALID_EMAIL'],
  ['R175', 'verifyNothing', '400'],
  ['A98', 'verifyNothing', invalid],
  ['R177 A99', 'verifyAgain', 'true', /^data\.cached$/],
  ['R173', [], undefined, /isValid|riskScore|result$/],
  ['A100', 'verifyEmptyBatch', invalid],
  ['R184 A100', 'verifyTooMany', '400 BATCH_TOO_LARGE'],
  ['R188 A103', 'verifyCachedBatch', '"completed"', /^data\.status$/],
  ['R188 A103', 'verifyCachedBatch', '0', /^data\.creditsDeducted$/],
  ['A112', 'verificationsAfter', 'batch, single', / types$/],
  ['R200 A115', 'verificationsAfter', 'absent', /\bresults\b/],
  ['R199', 'getVerification of unknown id', '404 NOT_FOUND'],
  ['R203 A113', 'verificationStats', undefined, /^data/],
  ['R198', [], undefined, /analytics|Percentage/],
  ['A97 A129', 'verifyEmail of info'],
  ['A101 A102 A109', 'verifyMixedBatch'],
  ['A107 A114', 'mixedBatchLater'],
];

/** Which steps show which statements and decisions. */
export const shown = rows.map(([sources, steps, expected, leaf]) => {
  return { sources, steps: [steps].flat(), expected, leaf };
});

/** What responses show of the statements and decisions. Responses that disagree show nothing. */
export function evidenceIn(responses: Responses): readonly CalibrationEvidence[] {
  const normaliser = new Normaliser();
  const normalised = new Map(
    script.flatMap(([step, request]) => {
      const response = responses[step];
      return response
        ? [[step, { response, leaves: normaliser.normalise(step, request, response) }] as const]
        : [];
    }),
  );
  return shown.flatMap(({ sources, steps, expected, leaf }) => {
    if (expected === undefined) return [];
    const found = steps.flatMap((step) => {
      const one = normalised.get(step);
      const [path, text] = one ? leafIn(one.leaves, one.response, expected, leaf) : [];
      if (path === undefined || text === undefined) return [];
      // Any other text may be a secret of the deployment.
      const isSecret = text.startsWith('"') && text !== expected;
      const value = isSecret ? 'another text' : !leaf && fits(expected, text) ? expected : text;
      return [{ probe: `${step} ${path}`, value }];
    });
    const [first] = found;
    if (first === undefined || found.some(({ value }) => value !== first.value)) return [];
    return [{ ...first, expected, seen: `${first.probe} is ${first.value}`, ...bySource(sources) }];
  });
}

/**
 * The first leaf of a form, by default the status with the error code. A leaf that is absent shows nothing, because it
 * may depend on an option.
 */
function leafIn(
  leaves: NormalisedResponse,
  response: DeploymentResponse,
  expected: string,
  form?: RegExp,
): readonly [path?: string, text?: string] {
  const isStatus = /\d/.test(expected);
  if (!form && isStatus) return ['status', [response.status, codeOf(response)].filter(Boolean).join(' ')];
  if (!form) return ['error.code', codeOf(response) ?? 'absent'];
  const found = [...leaves].find(([path, text]) => form.test(path) && text !== 'null');
  return found ?? (expected === 'absent' ? [form.source.replaceAll('\\b', ''), expected] : []);
}

/** Whether a text has each word that is expected, such as the status alone, or a form of times without its offset. */
const fits = (expected: string, text: string) =>
  expected.split(' ').every((word) => text.split(' ').includes(word));

/**
 * A statement of the document that the sandbox follows and the deployment does not; `undefined` if there is none about
 * exactly this. Statements about all responses are in rows with several steps, or none.
 */
export function claimOf({ step, path, deployment, sandbox }: Difference) {
  const claim = shown.find(({ sources, steps, expected, leaf }) => {
    const isThere = leaf
      ? leaf.test(path) && (steps.length !== 1 || steps.includes(step))
      : path === 'status' && steps.includes(step);
    if (!isThere || expected === undefined || !sources.startsWith('R')) return false;
    return fits(expected, sandbox) && !fits(expected, deployment);
  });
  return claim && { says: claim.expected ?? '', ...bySource(claim.sources) };
}

/** The statements and decisions about a leaf of a response. */
export function sourcesOf(step: string, path: string): ReturnType<typeof bySource> {
  const about = shown.filter(({ leaf = /^(status|error\.code)$/ }) => leaf.test(path));
  const own = about.filter(({ steps }) => steps.includes(step));
  // The parts of every response are equal in all of them.
  const any = about.filter(({ leaf, steps }) => leaf && steps.length !== 1);
  return bySource((own.length > 0 ? own : any).map(({ sources }) => sources).join(' '));
}

function bySource(sources: string) {
  const of = (letter: string) => [...new Set(sources.split(' '))].filter((id) => id.startsWith(letter));
  return { requirements: of('R'), decisions: of('A') };
}
