import { createAccount, getAccount, listAccounts, updateAccount } from './accounts/accounts.ts';
import { listAttachments } from './attachments/attachments.ts';
import { getClock, moveClock } from './clock/clock.ts';
import { listContactLists } from './contacts/contact-lists.ts';
import { getContact, listContacts, setContactStatus } from './contacts/contacts.ts';
import { listCreditEntries } from './accounts/credits.ts';
import { addMessageEvent } from './messages/events.ts';
import { streamEvents } from './events/events.ts';
import { addFault, clearFaults, listFaults, removeFault } from './faults/faults.ts';
import { createKey, expireKey, revokeKey, rotateKey } from './accounts/keys.ts';
import { getLatestMessage } from './messages/latest.ts';
import { checkMessage } from './messages/checks.ts';
import { getMessageAttachment, getMessageHtml, getRawMessage } from './messages/message.ts';
import { clearMessages, getMessage, listMessages, removeMessage } from './messages/messages.ts';
import { getStory } from './messages/story.ts';
import { listRateWindows } from './accounts/rate-windows.ts';
import { clearRequests, getRequest, listRequests } from './requests/requests.ts';
import { getCheck, getDecisions, getHealth, getOpenApi, reset } from './sandbox/health.ts';
import { rewind } from './sandbox/past.ts';
import { undo } from './undo/undo.ts';
import { getSummary } from './sandbox/summary.ts';
import { recordFailure } from './sandbox/recording.ts';

import { getBackup, getSnapshot, putSnapshot } from './sandbox/snapshot.ts';
import { addSuppression, listSuppressions, removeSuppression } from './contacts/suppressions.ts';
import { listTemplates, previewTemplate, removeTemplate, setTemplate } from './templates/templates.ts';
import type { Steps } from '../service/kernel/steps.ts';
import type { AnyVerb } from './verb.ts';
import {
  listVerificationResults,
  removeVerificationResult,
  setVerificationResult,
} from './verifications/results.ts';
import {
  clearVerificationCache,
  completeVerification,
  failVerification,
  listVerificationAddresses,
  listVerifications,
} from './verifications/verifications.ts';
import { getWire, setWire } from './wire/wire.ts';

/** Prefix of the control plane over HTTP. */
export const controlPrefix = '/_sandbox';

/** The table of control verbs: everything that the TypeScript API can do, over HTTP. */
export const controlVerbs = {
  getHealth,
  getSummary,
  rewind,
  undo,
  reset,
  getClock,
  moveClock,
  listAccounts,
  createAccount,
  getAccount,
  updateAccount,
  createKey,
  revokeKey,
  expireKey,
  rotateKey,
  listRateWindows,
  listTemplates,
  setTemplate,
  previewTemplate,
  removeTemplate,
  listMessages,
  clearMessages,
  getLatestMessage,
  getMessage,
  getStory,
  removeMessage,
  getRawMessage,
  getMessageHtml,
  getMessageAttachment,
  checkMessage,
  addMessageEvent,
  listAttachments,
  listContactLists,
  listContacts,
  getContact,
  setContactStatus,
  listSuppressions,
  addSuppression,
  removeSuppression,
  listVerificationResults,
  setVerificationResult,
  removeVerificationResult,
  listVerifications,
  listVerificationAddresses,
  completeVerification,
  failVerification,
  clearVerificationCache,
  listCreditEntries,
  listFaults,
  addFault,
  clearFaults,
  removeFault,
  listRequests,
  getRequest,
  clearRequests,
  streamEvents,
  getBackup,
  getSnapshot,
  putSnapshot,
  recordFailure,
  getCheck,
  getDecisions,
  getOpenApi,
  getWire,
  setWire,
} as const satisfies Readonly<Record<string, AnyVerb>>;

/** The JSON in a verb's response over HTTP, by its name: `ResponseOf<'listMessages'>`. Lists have their short rows. */
export type ResponseOf<Name extends keyof typeof controlVerbs> = ResultOf<
  ReturnType<(typeof controlVerbs)[Name]['run']>
>;

type ResultOf<Work> = Work extends Steps<infer Result> ? Result : Awaited<Work>;
