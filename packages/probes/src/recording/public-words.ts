/**
 * Words of addresses that stay readable in a recording. They name a function or a provider with millions of
 * users, never a person, and the outcome of a send or a verification may depend on them (A64, A97).
 */

/** Local parts, alone or as the first or last part between plus signs. */
export const publicLocalParts: ReadonlySet<string> = new Set(
  words(`
    bounce bounced fail failed queued open opened click clicked invalid nonexistent no-such-user
    unknown timeout greylisted admin administrator support info sales contact help billing
    postmaster webmaster hostmaster abuse noreply no-reply marketing office team security
  `),
);

/** Labels of domains with a meaning of their own. */
export const publicLabels: ReadonlySet<string> = new Set(
  words(`
    nxdomain no-mx unknown catchall catch-all spammy complaints
  `),
);

/** Domains of large providers, free and disposable ones, with common misspellings and one that always fails (A108). */
export const publicDomains: ReadonlySet<string> = new Set(
  words(`
    gmail.com googlemail.com yahoo.com outlook.com hotmail.com live.com msn.com icloud.com me.com
    mac.com aol.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de mail.com mail.ru
    yandex.com yandex.ru zoho.com qq.com 163.com mailinator.com tempmail.com guerrillamail.com
    10minutemail.com yopmail.com trashmail.com discard.email dispostable.com emailondeck.com
    fakeinbox.com getnada.com guerrillamail.net guerrillamail.org mailcatch.com maildrop.cc
    mailnesia.com mintemail.com moakt.com mohmal.com sharklasers.com spamgourmet.com temp-mail.org
    tempinbox.com throwawaymail.com gmial.com gmai.com hotmial.com yaho.com batch-fail.test
  `),
);

/** Whether the outcome of an address may depend on its words, so that it stands for itself in a recording. */
export function hasPublicWords(address: string): boolean {
  const lower = address.toLowerCase();
  const at = lower.lastIndexOf('@');
  const tags = lower.slice(0, at).split('+');
  const domain = lower.slice(at + 1);
  return (
    publicLocalParts.has(tags[0] ?? '') ||
    publicLocalParts.has(tags.at(-1) ?? '') ||
    publicDomainOf(domain) !== undefined ||
    domain.split('.').some((label) => publicLabels.has(label) || label === 'invalid')
  );
}

/** The listed domain that a domain is or belongs to. */
export function publicDomainOf(domain: string): string | undefined {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.')).find((name) => publicDomains.has(name));
}

/** The words of a text. */
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
