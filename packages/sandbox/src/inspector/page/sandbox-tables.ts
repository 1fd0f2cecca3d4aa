/** Data and functions that the page shares with the sandbox. None of them imports a package that the page would bundle. */
export { messageOf } from '../../control/control-error.ts';
export {
  messageWords,
  requestWords,
  searchForms,
  type SearchHelp,
} from '../../control/list-verbs/search-words.ts';
export { faultText } from '../../control/requests/fault-text.ts';
export { emailTransitions } from '../../service/lifecycles/email.ts';
