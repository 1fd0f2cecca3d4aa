import type { ComponentChildren } from 'preact';

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A value as indented JSON with syntax colours. */
export function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, undefined, 2) ?? '';
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon, word] = match;
    parts.push(text.slice(end, match.index));
    const kind = quoted === undefined ? (word === undefined ? 'number' : 'word') : colon ? 'key' : 'string';
    parts.push(<span class={`json-${kind}`}>{quoted ?? whole}</span>, colon);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return (
    <pre class="code" tabIndex={0}>
      {parts}
    </pre>
  );
}
