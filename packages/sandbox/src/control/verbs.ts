import { createAccount, getAccount, listAccounts, updateAccount } from './accounts.ts';
import { getAddress } from './addresses.ts';
import { listUploads } from './attachments.ts';
import { getClock, moveClock } from './clock.ts';
import { listContactLists } from './contact-lists.ts';
import { listContactSummaries } from './contact-summaries.ts';
import { getContactView, listContactViews, setContactStatus } from './contacts.ts';
import { getCredits, getLedger, setBalance } from './credits.ts';
import { addMessageEvent } from './emails.ts';
import { streamEvents } from './events.ts';
import { addFault, clearFaults, listFaults, removeFault } from './faults.ts';
import { createKey, expireKey, revokeKey, rotateKey } from './keys.ts';
import { getLatestMessage } from './latest-message.ts';
import { checkMessage } from './message-checks.ts';
import { getMessageAttachment, getMessageHtml, getRawMessage } from './message.ts';
import { listMessageSummaries } from './message-summaries.ts';
import { clearMessages, getMessage, listMessages, removeMessage } from './messages.ts';
import { listRateWindows } from './rate-windows.ts';
import { listRequestSummaries } from './request-summaries.ts';
import { clearRequests, getRequest, listRequests } from './requests.ts';
import { getCheck, getDecisions, getHealth, getOpenApi, reset } from './sandbox.ts';
import { getSnapshot, putSnapshot } from './snapshot.ts';
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts';
import { listTemplates, previewTemplate, removeTemplate, setTemplate } from './templates.ts';
import type { AnyVerb } from './verb.ts';
import {
  listVerificationResults,
  removeVerificationResult,
  setVerificationResult,
} from './verification-results.ts';
import {
  clearVerificationCache,
  completeVerification,
  failVerification,
  listVerificationAddresses,
  listVerificationViews,
} from './verifications.ts';
import { getWire, setWire } from './wire.ts';

/** Prefix of the control plane over HTTP. */
export const controlPrefix = '/_sandbox';

/** The table of control verbs: everything that the TypeScript API can do, over HTTP. */
export const controlVerbs: readonly AnyVerb[] = [
  getHealth,
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
  listMessageSummaries,
  clearMessages,
  getLatestMessage,
  getMessage,
  removeMessage,
  getRawMessage,
  getMessageHtml,
  getMessageAttachment,
  checkMessage,
  addMessageEvent,
  listUploads,
  listContactLists,
  listContactViews,
  listContactSummaries,
  getContactView,
  setContactStatus,
  getAddress,
  listSuppressions,
  addSuppression,
  removeSuppression,
  listVerificationResults,
  setVerificationResult,
  removeVerificationResult,
  listVerificationViews,
  listVerificationAddresses,
  completeVerification,
  failVerification,
  clearVerificationCache,
  getCredits,
  setBalance,
  getLedger,
  listFaults,
  addFault,
  clearFaults,
  removeFault,
  listRequests,
  listRequestSummaries,
  getRequest,
  clearRequests,
  streamEvents,
  getSnapshot,
  putSnapshot,
  getCheck,
  getDecisions,
  getOpenApi,
  getWire,
  setWire,
];
