import { usesOf } from './features.ts';
import { UnknownName } from './options.ts';
import { type Feature, supportData } from './support-data.ts';

const { clients: clientNames, families, features } = supportData;

const featureNames: ReadonlySet<string> = new Set(features.map(({ name }) => name));

const byUse = new Map<string, Feature[]>();
for (const feature of features) {
  for (const use of usesOf(feature.name)) byUse.set(use, [...(byUse.get(use) ?? []), feature]);
}

/** Whether caniemail.com has a feature of this name. */
export function isFeature(name: string): boolean {
  return featureNames.has(name);
}

/** The features that a use needs. */
export function featuresOf(use: string): readonly Feature[] {
  return byUse.get(use) ?? [];
}

/**
 * The clients that match one of some patterns. `*` stands for any text, and a family for all its clients.
 *
 * @throws UnknownName for a pattern that matches none.
 */
export function clientsMatching(patterns: readonly string[]): string[] {
  const chosen = patterns.map((pattern) => {
    const parts = pattern
      .toLowerCase()
      .split(/\*+/)
      .map((part) => part.replaceAll(/\W/g, String.raw`\$&`));
    const whole = new RegExp(`^${parts.join('.*')}$`);
    const matching = clientNames.filter((name) => whole.test(name) || whole.test(familyOf(name)));
    if (matching.length > 0) return matching;
    const known = Object.keys(Object.groupBy(clientNames, familyOf)).join(', ');
    throw new UnknownName('clients', `has ${JSON.stringify(pattern)}, which matches no client of ${known}`);
  });
  return clientNames.filter((name) => chosen.some((names) => names.includes(name)));
}

/** Clients in words, by family: `Gmail (ios), Outlook (windows, macos)`, or the family alone for all of its clients. */
export function wordsFor(clients: readonly string[]): string {
  return [...Map.groupBy(clients, familyOf)]
    .map(([family, members]) => {
      const isAll = members.length === clientNames.filter((name) => familyOf(name) === family).length;
      const platforms = members.map((name) => name.slice(family.length + 1)).join(', ');
      return isAll ? families[family] : `${families[family]} (${platforms})`;
    })
    .join(', ');
}

const familyOf = (client: string): string => client.slice(0, client.indexOf('.'));
