/** The sandbox's logo, an envelope: the icon of the page. */
export function Logo() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  return <img alt="" width={22} height={22} src={icon?.href ?? ''} />;
}
