/** The icon of the page as it was at the start. */
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';

/** The sandbox's logo, an envelope: the icon of the page. */
export function Logo() {
  return <img alt="" width={22} height={22} src={icon} />;
}

/** The icon of the page with a number in its corner; the icon alone for 0. */
export function iconWith(count: number): string {
  if (count === 0) return icon;
  const text = count > 99 ? '99' : String(count);
  const mark = `<circle cx="11.5" cy="4.5" r="4.5" fill="#d92d20"/><text x="11.5" y="6.7" font-family="sans-serif" font-size="${text.length > 1 ? 5.5 : 6.5}" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return icon.replace(encodeURIComponent('</svg>'), encodeURIComponent(mark));
}
