/** Finds the links and codes of a message as the sandbox does. */
export {
  type LinksAndCodes,
  linksAndCodesIn,
} from '../../../../sandbox/src/control/messages/links-and-codes.ts';

/** Whether the page may open a link: `http`, `https` or `mailto`. */
export function isWebLink(link: string): boolean {
  return /^(https?|mailto):/i.test(link);
}
