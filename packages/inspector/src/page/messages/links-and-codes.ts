import type { Message } from '../control-types.ts';

/** The parts of a message that tests look for most. */
export interface LinksAndCodes {
  /** Links in the HTML, or in the text if there is no HTML. No duplicates. */
  readonly links: readonly string[];
  /** One-time codes: 4 to 8 digits on their own. No duplicates. */
  readonly codes: readonly string[];
}

/** Finds the same links and codes as `links()` and `codes()` of a message in the sandbox's mailbox. */
export function linksAndCodesIn({ html, text }: Message): LinksAndCodes {
  // A parsed document is inert: its scripts do not run and its images do not load.
  const page = html === undefined ? undefined : new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of page?.querySelectorAll('script, style') ?? []) unseen.remove();
  const links = page
    ? [...page.querySelectorAll('a[href]')].map((anchor) => anchor.getAttribute('href') ?? '')
    : [...(text ?? '').matchAll(/https?:\/\/[^\s<>"'\]]+/g)].map(([link]) => link.replace(/[.,;:!?)]+$/, ''));
  const words = text ?? page?.body.textContent ?? '';
  const codes = [...words.matchAll(/(?<![\w.,-])\d{4,8}(?![\w-])/g)].map(([code]) => code);
  return { links: [...new Set(links.filter((link) => link !== ''))], codes: [...new Set(codes)] };
}

/** Whether the page may open a link: `http`, `https` or `mailto`. */
export function isWebLink(link: string): boolean {
  return /^(https?|mailto):/i.test(link);
}
