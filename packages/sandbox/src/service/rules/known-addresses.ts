const wordsIn = (text: string) => new Set(text.trim().split(/\s+/));

/** Misspelled domains of large providers, which accept no mail (A97). */
export const misspeltDomains: ReadonlySet<string> = wordsIn('gmial.com gmai.com hotmial.com yaho.com');

/** Labels that mark a domain, wherever they appear in it, as one that accepts no mail. */
export const labelsWithoutMail: readonly string[] = ['nxdomain', 'no-mx'];

/** Local parts of mailboxes that do not exist. */
export const missingMailboxes: ReadonlySet<string> = wordsIn(
  'invalid bounce bounced nonexistent no-such-user',
);

/** Local parts of mailboxes whose server gives no information. */
export const silentMailboxes: ReadonlySet<string> = new Set(['unknown', 'timeout', 'greylisted']);

/** Local parts of role accounts, which belong to a function instead of a person. */
export const roles: ReadonlySet<string> = wordsIn(`
  admin administrator support info sales contact help billing postmaster webmaster hostmaster abuse noreply
  no-reply marketing office team security
`);

/** First labels of domains that accept mail for any mailbox. */
export const catchAllLabels: ReadonlySet<string> = new Set(['catchall', 'catch-all']);

/** First labels of domains whose users often complain. */
export const complaintLabels: ReadonlySet<string> = new Set(['spammy', 'complaints']);

/** Domains of disposable addresses, and their subdomains: those of A97 and some of the best known. */
export const disposableDomains: ReadonlySet<string> = wordsIn(`
  mailinator.com tempmail.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com discard.email
  dispostable.com emailondeck.com fakeinbox.com getnada.com guerrillamail.net guerrillamail.org
  mailcatch.com maildrop.cc mailnesia.com mintemail.com moakt.com mohmal.com sharklasers.com spamgourmet.com
  temp-mail.org tempinbox.com throwawaymail.com
`);

/** Domains of free mail providers. */
export const freeProviders: ReadonlySet<string> = wordsIn(`
  gmail.com googlemail.com yahoo.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com
  aol.com proton.me protonmail.com gmx.com gmx.net gmx.de web.de mail.com mail.ru yandex.com yandex.ru
  zoho.com qq.com 163.com
`);
