/** The words of searches, from the table that the sandbox reads them by. */
export {
  messageWords,
  requestWords,
  searchForms,
  type SearchHelp,
} from '../../../sandbox/src/control/lists/search-words.ts';
