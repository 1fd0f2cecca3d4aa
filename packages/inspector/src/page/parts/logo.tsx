/** The sandbox's logo, an envelope: the icon of the page. */
export function Logo() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href;
  return <img class="logo" alt="" width={20} height={20} src={icon} />;
}
