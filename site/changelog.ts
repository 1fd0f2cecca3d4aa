import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change that users notice, in the packages that it concerns. */
interface Change {
  readonly packages: readonly string[];
  readonly text: string;
}

const several = 'Several packages';

/** The changelog: what the change files announce, then the releases as the changelogs of the packages have them. */
export function changelog(root: string): string {
  const released = releases(root);
  const next = changeFiles(root);
  const title = released.size > 0 ? 'Next release' : 'Coming in the first release';
  return [
    '# Changelog',
    'All packages are released together, under one version.',
    ...(next.length > 0 ? [`## ${title}`, ...byPackage(next)] : []),
    ...[...released].flatMap(([version, changes]) => [`## ${version}`, ...byPackage(changes)]),
  ].join('\n\n');
}

function changeFiles(root: string): Change[] {
  return globSync('.changeset/*.md', { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const [, head = '', text = ''] = readFileSync(join(root, path), 'utf8').split(/^---$/m);
      const packages = [...head.matchAll(/^'([^']+)'/gm)].map(([, name = '']) => name);
      return packages.length > 0 ? [{ packages, text: text.trim() }] : [];
    });
}

/** The changes of each release, newest first. A change of several packages is in the changelog of each. */
function releases(root: string): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Map<string, string[]>>();
  for (const path of globSync('packages/*/CHANGELOG.md', { cwd: root }).toSorted()) {
    const [title = '', ...versions] = readFileSync(join(root, path), 'utf8').split(/^## /m);
    for (const part of versions) {
      const [version = ''] = part.split('\n', 1);
      const changes = found.get(version) ?? new Map<string, string[]>();
      found.set(version, changes);
      for (const [, text = ''] of part.matchAll(/^- (?:[0-9a-f]{7,}: )?([^]*?)(?=^- |^#|(?![^]))/gm)) {
        const change = text.trim().replaceAll(/^ {2}/gm, '');
        if (!change.startsWith('Updated dependencies')) {
          changes.set(change, [...(changes.get(change) ?? []), title.replace('#', '').trim()]);
        }
      }
    }
  }
  return new Map(
    [...found].map(([version, changes]) => [
      version,
      [...changes].map(([text, packages]) => ({ text, packages })),
    ]),
  );
}

function byPackage(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(changes, ({ packages }) =>
    packages.length > 1 ? several : (packages[0] ?? several),
  );
  const names = [...groups.keys()].toSorted(
    (one, other) => Number(one === several) - Number(other === several),
  );
  return names.flatMap((name) => [
    `### ${name}`,
    ...(groups.get(name) ?? []).map(({ text }) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`),
  ]);
}
