import type { Message } from '../answers.ts';

/** What tests mostly look for in a message. */
export interface Found {
  /** Links of its HTML, or of its text where it has no HTML, each once. */
  readonly links: readonly string[];
  /** One-time codes: runs of 4 to 8 digits standing alone, each once. */
  readonly codes: readonly string[];
}

/** Reads a message as `links()` and `codes()` of the sandbox's mailbox do. */
export function foundIn({ html, text }: Message): Found {
  // A parsed document is dead: nothing in it runs, and nothing is loaded.
  const page = html === undefined ? undefined : new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of page?.querySelectorAll('script, style') ?? []) unseen.remove();
  const links = page
    ? [...page.querySelectorAll('a[href]')].map((anchor) => anchor.getAttribute('href') ?? '')
    : [...(text ?? '').matchAll(/https?:\/\/[^\s<>"'\]]+/g)].map(([link]) => link.replace(/[.,;:!?)]+$/, ''));
  const words = text ?? page?.body.textContent ?? '';
  const codes = [...words.matchAll(/(?<![\w.,-])\d{4,8}(?![\w-])/g)].map(([code]) => code);
  return { links: [...new Set(links.filter((link) => link !== ''))], codes: [...new Set(codes)] };
}

/** Whether a link is one that a page may open. */
export function isWebLink(link: string): boolean {
  return /^(https?|mailto):/i.test(link);
}
