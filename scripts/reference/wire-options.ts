import { decisions } from '../../packages/contract/src/decisions.ts';
import { wireOptions, wirePresets } from '../../packages/contract/src/index.ts';
import type { DocComments } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

/** The page of wire options and presets. */
export function wireOptionsPage(docs: DocComments): string {
  const options = Object.entries<readonly string[]>(wireOptions);
  const rows = options.map(([name, values]) => [
    code(name),
    values.map(code).join(', '),
    docs.of('wireOptions', name),
    decisionOf(name),
  ]);
  const presets = Object.entries<Readonly<Record<string, string>>>(wirePresets);
  const differing = options
    .filter(([name]) => presets.some(([, preset]) => preset[name] !== presets[0]?.[1][name]))
    .map(([name]) => [code(name), ...presets.map(([, preset]) => code(preset[name] ?? ''))]);
  return page(
    'Wire options',
    "The service's documentation shows some responses in two forms. Each option chooses the form that the sandbox sends; the client reads all of them into the same value. The first value is the default. Choose a preset with `createSandbox({ wire: 'sparse' })` or `--wire sparse`, and single options with `createSandbox({ wire: { nulls: 'explicit' } })`. See the [guide](../guides/wire-options.md).",
    [
      '## Options',
      table(['Option', 'Values', 'Description', 'Decision'], rows),
      '## Presets',
      'Only the options in which presets differ are shown; all others have their defaults.',
      table(['Option', ...presets.map(([name]) => code(name))], differing),
    ],
  );
}

function decisionOf(option: string): string {
  const found = decisions.find(({ wire }) => wire?.option === option);
  return found ? `[${found.id}](../decisions.md#${found.id.toLowerCase()})` : '';
}
