// oxlint-disable-next-line typescript/triple-slash-reference -- Other packages that import these sources need it.
/// <reference path="./caniemail.d.ts" />
import data from 'caniemail/caniemail.json' with { type: 'json' };

/** A feature of HTML or CSS, with the clients that lack it or have it in part, such as `gmail.ios`. */
export interface Feature {
  /** Its name on caniemail.com. */
  readonly name: string;
  readonly title: string;
  readonly lacking: readonly string[];
  readonly partial: readonly string[];
}

/** What clients support in their latest version. */
export interface SupportData {
  /** When it was last changed: ISO 8601, a date. */
  readonly date: string;
  /** Names of the families of clients: `apple-mail` is Apple Mail. */
  readonly families: Readonly<Record<string, string>>;
  /** All clients, such as `gmail.ios`. */
  readonly clients: readonly string[];
  readonly features: readonly Feature[];
}

const features = data.data.map(({ slug, title, stats }) => {
  const support = Object.entries(stats).flatMap(([family, platforms]) =>
    Object.entries(platforms).map(
      ([platform, versions]) => [`${family}.${platform}`, latest(versions)] as const,
    ),
  );
  const having = (mark: string) =>
    support.filter(([, text]) => text.startsWith(mark)).map(([client]) => client);
  const feature: Feature = { name: slug, title: title.trim(), lacking: having('n'), partial: having('a') };
  return { feature, clients: support.map(([client]) => client) };
});

/** The data of caniemail.com. The build replaces this module with its finished value (record 0031). */
export const supportData: SupportData = {
  date: data.last_update_date.slice(0, 10),
  families: data.nicenames.family,
  clients: [...new Set(features.flatMap(({ clients }) => clients))].toSorted(),
  features: features.map(({ feature }) => feature),
};

/** The support in the latest version. Outlook for Mac was counted in years before it was counted in versions. */
function latest(versions: Readonly<Record<string, string>>): string {
  const [newest] = Object.keys(versions).toSorted(
    (a, b) => Number(isYear(a)) - Number(isYear(b)) || b.localeCompare(a, 'en', { numeric: true }),
  );
  return versions[newest ?? ''] ?? 'u';
}

function isYear(version: string): boolean {
  return /^(19|20)\d\d/.test(version);
}
