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

/** Whether HTML names something of another host that a preview could load. */
export function hasRemote(html: string): boolean {
  return /(?:src|srcset|background)\s*=[\s"']*https?:|url\([\s"']*https?:|@\w{2,9}[\s"']+https?:|<link[^>]{0,300}https?:/i.test(
    html,
  );
}

/** Whether HTML has colours of its own for dark mode. */
export function hasDarkStyles(html: string): boolean {
  return /prefers-color-scheme\s*:\s*dark|light-dark\(/i.test(html);
}

/** The beginning of a link up to its end. A tag that does not end is taken whole, so no text is read twice. */
const link = /<(a|area)(?=\s)((?:"[^"]*"|'[^']*'|[^'">])*)/gi;

/**
 * The document for a frame without scripts. The policy and the base are at its very start, so that the message cannot
 * hide them. They may follow a doctype only if nothing but HTML's white space comes before it: any other character,
 * even a blank such as U+00A0, begins the body, where a policy has no effect.
 *
 * A link to `#section` scrolls inside. Each other link opens a new page, whatever its target: of several attributes
 * of a name, the first one counts.
 */
export function documentOf(html: string, { images, remote }: PreviewOptions): string {
  const [doctype = ''] = /^[\t\n\f\r ]*<!doctype[^>]*>/i.exec(html) ?? [];
  const other = remote && images ? ' https: http:' : '';
  const policy = `default-src 'none'; style-src 'unsafe-inline'${other}; font-src data:${other}${images ? `; img-src data:${other}` : ''}`;
  const content = html
    .slice(doctype.length)
    .replaceAll(
      link,
      (_tag, name: string, attributes: string) => `<${name} target="${targetOf(attributes)}"${attributes}`,
    );
  return `${doctype}<meta http-equiv="Content-Security-Policy" content="${policy}"><base href="about:srcdoc" target="_blank">${content}`;
}

function targetOf(attributes: string): '_self' | '_blank' {
  return /\shref\s?=\s?["']?#/i.test(attributes) ? '_self' : '_blank';
}
