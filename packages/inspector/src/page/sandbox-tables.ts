/** The data and the functions that the page shares with the sandbox and the contract. None of them imports a package. */
export { type Environment, environmentOf, environments } from '../../../contract/src/api-keys.ts';
export { curlCommand } from '../../../contract/src/curl.ts';
export { standings } from '../../../contract/src/evidence.ts';
export {
  addressResults,
  attachmentStatuses,
  contactStatuses,
  emailStatuses,
  suppressionReasons,
} from '../../../contract/src/statuses.ts';
export { faultText } from '../../../sandbox/src/control/requests/fault-text.ts';
export {
  messageWords,
  requestWords,
  searchForms,
  type SearchHelp,
} from '../../../sandbox/src/control/lists/search-words.ts';
export { emailTransitions } from '../../../sandbox/src/service/lifecycles/email.ts';
