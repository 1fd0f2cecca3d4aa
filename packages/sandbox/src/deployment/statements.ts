import { type CalibrationEvidence } from '@mailrig/contract';
import data from '../../data/statements.json' with { type: 'json' };
import { codeOf, type DeploymentResponse } from './response.ts';
import type { Difference } from './differences.ts';
import { type Responses, script } from './script.ts';
import { type NormalisedResponse, Normaliser } from './normalise.ts';

const groups: Readonly<Record<string, readonly string[] | undefined>> = data.groups;

/**
 * Statements and decisions by their ids, with a space between them; the steps whose responses show them, any if there are
 * none; what is documented or decided, as the normalised text of a leaf, absent if only a comparison shows it; and the
 * leaves that it is about, by default the status and the error code.
 */
export const statements = data.rows.map(({ sources, steps, expected, leaf }) => ({
  sources,
  steps: steps.split(', ').flatMap((step) => groups[step] ?? (step || [])),
  expected,
  ...(leaf !== undefined && { leaf: new RegExp(leaf) }),
}));

/** What responses show of the statements and decisions. Responses that disagree show nothing. */
export function evidenceIn(responses: Responses): readonly CalibrationEvidence[] {
  const normaliser = new Normaliser();
  const normalised = new Map(
    script.flatMap(([step, request]) => {
      const response = responses[step];
      return response
        ? [[step, { response, leaves: normaliser.normalise(step, request, response) }] as const]
        : [];
    }),
  );
  return statements.flatMap(({ sources, steps, expected, leaf }) => {
    if (expected === undefined) return [];
    const found = steps.flatMap((step) => {
      const read = normalised.get(step);
      const [path, text] = read ? leafIn(read.leaves, read.response, expected, leaf) : [];
      if (path === undefined || text === undefined) return [];
      // Any other text may be a secret of the deployment.
      const isSecret = text.startsWith('"') && text !== expected;
      const value = isSecret ? 'another text' : !leaf && fits(expected, text) ? expected : text;
      return [{ name: `${step} ${path}`, value }];
    });
    const [first] = found;
    if (first === undefined || found.some(({ value }) => value !== first.value)) return [];
    return [{ ...first, expected, seen: `${first.name} is ${first.value}`, ...bySource(sources) }];
  });
}

/** The first leaf of a form, by default the status with the error code. One that is absent may depend on an option. */
function leafIn(
  leaves: NormalisedResponse,
  response: DeploymentResponse,
  expected: string,
  pattern?: RegExp,
): readonly [path?: string, text?: string] {
  const isStatus = /\d/.test(expected);
  if (!pattern && isStatus) return ['status', [response.status, codeOf(response)].filter(Boolean).join(' ')];
  if (!pattern) return ['error.code', codeOf(response) ?? 'absent'];
  const found = [...leaves].find(([path, text]) => pattern.test(path) && text !== 'null');
  return found ?? (expected === 'absent' ? [pattern.source.replaceAll('\\b', ''), expected] : []);
}

/** Whether a text has each word that is expected, such as the status alone, or a form of times without its offset. */
const fits = (expected: string, text: string) =>
  expected.split(' ').every((word) => text.split(' ').includes(word));

/** The statement of the document about exactly this that only the sandbox follows, if there is one. */
export function claimOf({ step, path, deployment, sandbox }: Difference) {
  const claim = statements.find(({ sources, steps, expected, leaf }) => {
    const isThere = leaf
      ? leaf.test(path) && (steps.length !== 1 || steps.includes(step))
      : path === 'status' && steps.includes(step);
    if (!isThere || expected === undefined || !sources.startsWith('R')) return false;
    return fits(expected, sandbox) && !fits(expected, deployment);
  });
  return claim && { expected: claim.expected ?? '', ...bySource(claim.sources) };
}

/** The statements and decisions about a leaf of a response. */
export function sourcesOf(step: string, path: string): ReturnType<typeof bySource> {
  const about = statements.filter(({ leaf = /^(status|error\.code)$/ }) => leaf.test(path));
  const ofStep = about.filter(({ steps }) => steps.includes(step));
  // Statements about all responses are in rows with several steps, or none.
  const any = about.filter(({ leaf, steps }) => leaf && steps.length !== 1);
  return bySource((ofStep.length > 0 ? ofStep : any).map(({ sources }) => sources).join(' '));
}

function bySource(sources: string) {
  const of = (letter: string) => [...new Set(sources.split(' '))].filter((id) => id.startsWith(letter));
  return { requirements: of('R'), decisions: of('A') };
}
