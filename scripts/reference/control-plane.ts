import {
  messageWords,
  requestWords,
  searchForms,
  type SearchHelp,
} from '../../packages/sandbox/src/control/list-verbs/search-words.ts';
import * as plane from '../../packages/sandbox/src/control/verbs.ts';
import type { AnyVerb } from '../../packages/sandbox/src/control/verb.ts';
import { type DocComments, documented } from './doc-comments.ts';
import { type InputField, inputFields } from './input-type.ts';
import { code, page, table } from './markdown.ts';

const { controlPrefix, controlVerbs } = plane;

/** The page of the control plane. */
export function controlPlanePage(docs: DocComments): string {
  const overview = table(
    ['Call', 'Description'],
    Object.values<AnyVerb>(controlVerbs).map((verb) => [
      `[\`${verb.method} ${verb.path}\`](#${anchor(verb)})`,
      verb.summary,
    ]),
  );
  return page(
    'Control plane',
    `Control the sandbox over HTTP, from any language. In TypeScript, [\`Sandbox\`](../guides/testing.md) has the same calls as methods.

- All paths start with \`${controlPrefix}\`. Bodies and responses are JSON.
- No API key is needed. Web pages are refused, except those of the sandbox itself, and so are host names other than loopback names and those of \`--allow-host\`. If the sandbox was started with \`--control-token\`, send the token as \`Authorization: Bearer …\`; only \`GET /health\` works without it.
- \`X-Sandbox-Account: <id or API key>\` chooses an account. Without it you get the default account.
- Durations are milliseconds or text such as \`24h\`. Times are ISO 8601 or milliseconds since 1970.
- \`q\` is a [search](#searches).
- A list returns one page: rows, \`total\`, and a \`cursor\` unless it is the last page. \`limit\` is 50 by default and at most 1,000. Send the \`cursor\` to get the next page; only the first page has \`total\`. Rows are short; with \`whole=true\`, they are whole records.
- \`at\`, the number of an [event](#get-events), makes any \`GET\` return what it returned right after that event. There is a limit to [how far back](../guides/control-plane.md#look-back) you can go: for an older event, the response is a 410 that names the oldest one.
- Errors have the same form as those of the API.`,
    [
      overview,
      searches(),
      ...Object.entries<AnyVerb>(controlVerbs).map(([name, verb]) => section(verb, docs, docs.inputOf(name))),
    ],
  );
}

function searches(): string {
  const words = (rows: Readonly<Record<string, SearchHelp>>) =>
    table(
      ['Word', 'Finds', 'Example'],
      Object.entries(rows).map(([word, { meaning, example }]) => [code(`${word}:`), meaning, code(example)]),
    );
  return `## Searches

\`q\` is a search, the same as in the inspector. A row must match all its parts; case does not matter. The lists of messages and requests also have words; the others search for text only.

${table(
  ['Example', 'Finds'],
  searchForms.map(({ example, meaning }) => [code(example), meaning]),
)}

A word with a colon and a value right after it searches one field. An unknown word is an error that lists the words. A value that its word does not accept is an error, too. Text such as \`Re: hello\` and \`https://example.com\` stays text. Times are ISO 8601 on the clock of the sandbox, in UTC unless they have an offset; a date alone means 00:00.

Words for messages:

${words(messageWords)}

Words for requests:

${words(requestWords)}`;
}

function section(verb: AnyVerb, docs: DocComments, owner = ''): string {
  const { method, path, summary, input } = verb;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const fields = input ? inputFields(input) : [];
  const place = method === 'GET' || method === 'DELETE' ? 'query' : 'body';
  const rows = fields.flatMap((field) =>
    rowsOf(field, owner, docs).map(([name = '', type = '', required = '', meaning = '']) => [
      name,
      inPath.includes(field.name) ? 'path' : place,
      type,
      required,
      meaning,
    ]),
  );
  const inputs = rows.length > 0 ? `\n\n${table(['Input', 'In', 'Type', 'Required', 'Meaning'], rows)}` : '';
  return `## ${method} ${path}\n\n${summary}.${status(verb)}${inputs}`;
}

function rowsOf(field: InputField, owner: string, docs: DocComments, prefix = ''): string[][] {
  const name = `${prefix}${field.name}`;
  const type = field.name === 'operation' ? '[an operation](operations.md)' : code(field.type);
  // Every list has the fields of a list.
  const meaning = documented(
    docs.of(owner, field.name) || docs.of('ListInput', field.name),
    owner,
    field.name,
  );
  const own = [code(name), type, field.required ? 'yes' : '', meaning];
  const nested = field.name === 'effect' ? 'FaultEffect' : `${owner}.${field.name}`;
  const within = field.type.endsWith('[]') ? `${name}[].` : `${name}.`;
  return [own, ...field.fields.flatMap((inner) => rowsOf(inner, nested, docs, within))];
}

function status({ status: code }: AnyVerb): string {
  return code === undefined || code === 200 ? '' : ` Status ${code}.`;
}

/** The anchor that Markdown gives to the heading of a verb. */
function anchor({ method, path }: AnyVerb): string {
  return `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
