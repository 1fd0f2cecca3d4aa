import { decisions } from '@mailrig/contract';
import { facts } from './facts.ts';
import { options } from './options.ts';
import type { StepName } from './script.ts';

/** The decisions that a step shows by its difference alone: no fact and no option is about them. */
const compared: Readonly<Partial<Record<StepName, string>>> = {
  sendFromElsewhere: 'A4 A61',
  'sendEmail unknown field': 'A15 A122',
  sendOtherWithSameKey: 'A41 A42 A119',
  sendAgain: 'A40',
  sendFromOther: 'A48',
  sendToInvalid: 'A49',
  sendToMany: 'A50 A57',
  sendCopyToSuppressed: 'A51',
  suppressedInOtherList: 'A52',
  sendWithoutContent: 'A53',
  sendTemplateAndText: 'A54',
  sendWithVariables: 'A55',
  sendUnknownAttachment: 'A59',
  uploadTooLarge: 'A69',
  'createUpload filename of length 256': 'A71',
  createUpload: 'A72',
  uploadImage: 'A78',
  'createContactList name of length 101': 'A83',
  createListWithBadFields: 'A84 A120',
  createBob: 'A85',
  createWithBadSeats: 'A86',
  updateAda: 'A87',
  updateAfterReplacement: 'A88',
  moveAda: 'A89',
  'createContact firstName null': 'A90',
  'createContact consentIpAddress null': 'A92',
  bobAfterSuppression: 'A94',
  'verifyEmail of info': 'A97 A129',
  verifyMixedBatch: 'A101 A102 A109',
  mixedBatchLater: 'A107 A114',
  emails: 'A39 A121 A124',
  createContact: 'A125',
};

/** Why no step can show the others. */
const hidden: Readonly<Record<string, string>> = {
  'a deployment cannot be made to fail on request': 'A6 A22 A47 A108',
  'it takes hours, days, or more batches than a run may pay for': 'A24 A79 A110 A111 A128',
  'it takes bodies of megabytes': 'A14 A58',
  'it takes a live send, and no real email is sent': 'A62 A64 A67 A68',
  'it takes listed emails with known times and recipients, and those of a test key are not listed': 'A35 A36',
  'it takes requests at the same moment, or two accounts': 'A43 A46',
  'it takes a sender or templates that a deployment may not have': 'A56 A63',
  'it takes a web page of another origin': 'A11 A127',
  'it is what a client does': 'A23 A117',
  'it is about a file that is uploaded twice, which costs storage for seven days': 'A132',
};

/** What shows a decision: an option, a fact, a step. */
export interface Shown {
  /** Id of the decision, for example `A29`. */
  readonly decision: string;
  /** Names of options, facts and steps. Empty if none can show it. */
  readonly by: readonly string[];
  /** Why none can. */
  readonly because?: string;
}

const naming = (table: Readonly<Record<string, string>>, id: string) =>
  Object.entries(table).flatMap(([name, ids]) => (ids.split(' ').includes(id) ? [name] : []));

/** What shows each decision of the ledger, or why nothing can. */
export const decided: readonly Shown[] = decisions.map(({ id }) => {
  const by = [
    ...options.flatMap((option) => (option.decisions.includes(id) ? [option.name] : [])),
    ...facts.flatMap(({ name, sources }) => (sources.some((source) => source === id) ? [name] : [])),
    ...naming(compared as Readonly<Record<string, string>>, id),
  ];
  const [because] = naming(hidden, id);
  return { decision: id, by, ...(because !== undefined && { because }) };
});
