import type { ComponentChildren } from 'preact';
import { Source } from './source.tsx';

/** Why a field is marked, and how. */
export interface Mark {
  readonly kind: 'fault' | 'ignored';
  readonly reason: string;
}

/** Fields to mark, by their path, such as `attachments[0].name`. */
export type Marks = ReadonlyMap<string, Mark>;

/** A value as indented JSON with syntax colours. */
export function Json({ value, marks = new Map() }: { readonly value: unknown; readonly marks?: Marks }) {
  return <Source text={partsOf(value, marks, '', '')} />;
}

function partsOf(value: unknown, marks: Marks, path: string, indent: string): ComponentChildren {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, at) => ['', item, `${path}[${at}]`] as const);
    return membersOf(items, '[]', marks, indent);
  }
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(
      ([name, member]) => [name, member, path === '' ? name : `${path}.${name}`] as const,
    );
    return membersOf(items, '{}', marks, indent);
  }
  const kind = typeof value === 'string' ? 'string' : 'name';
  return <span class={`code-${kind}`}>{JSON.stringify(value)}</span>;
}

function membersOf(
  items: readonly (readonly [name: string, value: unknown, path: string])[],
  [open, close]: string,
  marks: Marks,
  indent: string,
): ComponentChildren {
  if (items.length === 0) return [open, close];
  const inner = `${indent}  `;
  return [
    `${open}\n`,
    ...items.map(([name, value, path], at) => {
      const mark = marks.get(path);
      const line = [
        open === '{' && [<span class="code-tag">{JSON.stringify(name)}</span>, ': '],
        partsOf(value, marks, path, inner),
      ];
      return [
        inner,
        mark ? (
          <mark class={mark.kind} title={mark.reason}>
            {line}
          </mark>
        ) : (
          line
        ),
        at < items.length - 1 ? ',' : '',
        mark && <span class={`mark-reason ${mark.kind}`}>{`  ← ${mark.reason}`}</span>,
        '\n',
      ];
    }),
    indent,
    close,
  ];
}
