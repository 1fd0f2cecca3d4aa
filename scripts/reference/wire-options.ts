import { decisions } from '../../packages/contract/src/index.ts';
import { wireOptions, wirePresets } from '../../packages/sandbox/src/wire/options.ts';
import type { DocComments } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

/** The page of wire options and presets. */
export function wireOptionsPage(docs: DocComments): string {
  const options = Object.entries<readonly string[]>(wireOptions);
  const rows = options.map(([name, values]) => [
    code(name),
    values.map(code).join(', '),
    docs.of('wireOptions', name).replaceAll(/ \(A\d+\)/g, ''),
    decisionOf(name),
  ]);
  const presets = Object.entries<Readonly<Record<string, string>>>(wirePresets);
  const differing = options
    .filter(([name]) => presets.some(([, preset]) => preset[name] !== presets[0]?.[1][name]))
    .map(([name]) => [code(name), ...presets.map(([, preset]) => code(preset[name] ?? ''))]);
  return page(
    'Wire options',
    "Where the document of the service shows two shapes of an answer, an option makes the sandbox answer in the other one; the client reads every one of them into the same value. The first value is the default. `createSandbox({ wire: 'sparse' })` or `--wire sparse` chooses a preset, `createSandbox({ wire: { nulls: 'explicit' } })` single options. See the [guide](../guides/wire-options.md).",
    [
      '## Options',
      table(['Option', 'Values', 'What differs', 'Decision'], rows),
      '## Presets',
      'Where they differ; all other options have their defaults.',
      table(['Option', ...presets.map(([name]) => code(name))], differing),
    ],
  );
}

function decisionOf(option: string): string {
  const found = decisions.find(({ wire }) => wire?.option === option);
  return found ? `[${found.id}](../decisions.md#${found.id.toLowerCase()})` : '';
}
