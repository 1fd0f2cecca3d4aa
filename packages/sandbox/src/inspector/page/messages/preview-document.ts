/** What a preview may load. */
export interface PreviewOptions {
  /** Whether images show at all. */
  readonly images: boolean;
  /** Whether images, styles and fonts of other hosts load. */
  readonly remote: boolean;
}

/** Characters of a body that are shown at once, about as many as Gmail shows: to lay out five million takes seconds. */
const most = 100_000;

/** HTML up to a tag near the limit of its body. What is open there ends there. */
export function beginningOf(html: string): string {
  const limit = Math.max(0, html.search(/<body[\s>]/i)) + most;
  return html.length <= limit ? html : html.slice(0, Math.max(limit - most, html.lastIndexOf('<', limit)));
}

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** Elements that load something from another host. */
const remoteElements = '[src*="http" i], [srcset*="http" i], [background*="http" i], link[href*="http" i]';

/** Whether HTML names something of another host that a preview could load. */
export function hasRemote(html: string): boolean {
  const isInStyles = /url\([\s"']*https?:|@\w{2,9}[\s"']+https?:/i.test(html);
  return isInStyles || parsed(html).querySelector(remoteElements) !== null;
}

/** Whether HTML has colours of its own for dark mode. */
export function hasDarkStyles(html: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|light-dark\(/i.test(html);
}

/**
 * The document for a frame without scripts. The policy and the base come first, so that the message cannot hide them. A
 * link to `#section` scrolls inside, and each other link opens a new page, whatever its target.
 */
export function documentOf(html: string, { images, remote }: PreviewOptions): string {
  const { doctype, documentElement } = parsed(html);
  for (const link of documentElement.querySelectorAll('a, area')) {
    link.setAttribute('target', link.getAttribute('href')?.trim().startsWith('#') ? '_self' : '_blank');
  }
  const other = remote && images ? ' https: http:' : '';
  const policy = `default-src 'none'; style-src 'unsafe-inline'${other}; font-src data:${other}${images ? `; img-src data:${other}` : ''}`;
  const mode = doctype ? new XMLSerializer().serializeToString(doctype) : '';
  return `${mode}<meta http-equiv="Content-Security-Policy" content="${policy}"><base href="about:srcdoc" target="_blank">${documentElement.outerHTML}`;
}
