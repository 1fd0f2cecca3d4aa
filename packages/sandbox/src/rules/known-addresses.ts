/** Misspelt domains of large providers, which take no mail (decision A97). */
export const misspeltDomains: ReadonlySet<string> = new Set([
  'gmial.com',
  'gmai.com',
  'hotmial.com',
  'yaho.com',
]);

/** Domain labels, anywhere in a domain, that say that it takes no mail. */
export const labelsWithoutMail: readonly string[] = ['nxdomain', 'no-mx'];

/** Local parts of mailboxes that do not exist. */
export const missingMailboxes: ReadonlySet<string> = new Set([
  'invalid',
  'bounce',
  'bounced',
  'nonexistent',
  'no-such-user',
]);

/** Local parts of mailboxes about which nothing can be found out. */
export const silentMailboxes: ReadonlySet<string> = new Set(['unknown', 'timeout', 'greylisted']);

/** Local parts that stand for a function, not for a person. */
export const roles: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'support',
  'info',
  'sales',
  'contact',
  'help',
  'billing',
  'postmaster',
  'webmaster',
  'hostmaster',
  'abuse',
  'noreply',
  'no-reply',
  'marketing',
  'office',
  'team',
  'security',
]);

/** First labels of domains that take mail for any mailbox. */
export const catchAllLabels: ReadonlySet<string> = new Set(['catchall', 'catch-all']);

/** First labels of domains whose users complain much. */
export const complaintLabels: ReadonlySet<string> = new Set(['spammy', 'complaints']);

/**
 * Domains that give out throw-away addresses, with all below them: the ones of decision A97 and some
 * of the best known. A list of all there are would be megabytes, and would change what an address is
 * found to be from one release of it to the next.
 */
export const disposableDomains: ReadonlySet<string> = new Set([
  'mailinator.com',
  'tempmail.com',
  'guerrillamail.com',
  '10minutemail.com',
  'yopmail.com',
  'trashmail.com',
  'discard.email',
  'dispostable.com',
  'emailondeck.com',
  'fakeinbox.com',
  'getnada.com',
  'guerrillamail.net',
  'guerrillamail.org',
  'mailcatch.com',
  'maildrop.cc',
  'mailnesia.com',
  'mintemail.com',
  'moakt.com',
  'mohmal.com',
  'sharklasers.com',
  'spamgourmet.com',
  'temp-mail.org',
  'tempinbox.com',
  'throwawaymail.com',
]);

/** Domains of free mail providers. */
export const freeProviders: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'web.de',
  'mail.com',
  'mail.ru',
  'yandex.com',
  'yandex.ru',
  'zoho.com',
  'qq.com',
  '163.com',
]);
