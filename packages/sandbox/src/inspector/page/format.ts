/** A time in UTC, to the second; empty without a time. */
export function dateAndTime(time: string | number | undefined): string {
  const iso = typeof time === 'number' ? new Date(time).toISOString() : (time ?? '');
  return iso.slice(0, 19).replace('T', ' ');
}

/** A number of things, one or several. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The time of day if it is the same day as `now`, else the day and the time without seconds. UTC. */
export function shortTime(iso: string, now: string | undefined): string {
  if (now === undefined || iso.slice(0, 10) === now.slice(0, 10)) return iso.slice(11, 19);
  const date = new Date(iso);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${day} ${iso.slice(11, 16)}`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Milliseconds rounded to a readable unit. */
export function duration(milliseconds: number): string {
  const [unit, size] = units.find(([, least]) => milliseconds >= least) ?? ['ms', 1];
  const count = Math.max(0, milliseconds) / size;
  return `${count < 10 ? Math.round(count * 10) / 10 : Math.round(count)} ${unit}`;
}

/** Bytes in a readable unit. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The name in `Ada <ada@example.com>`, or the address if there is none. */
export function shortMailbox(mailbox: string): string {
  const [before = ''] = mailbox.split('<', 1);
  const name = before.replaceAll('"', '').trim();
  return name === '' || before === mailbox ? mailbox : name;
}

interface Titled {
  readonly subject: string;
  readonly templateId?: string | undefined;
}

/** The title of a message: its subject, or the template of a send that was refused before it had one. */
export function titleOf({ subject, templateId }: Titled): string {
  return subject || (templateId === undefined ? '(no subject)' : `Template ${templateId}`);
}
