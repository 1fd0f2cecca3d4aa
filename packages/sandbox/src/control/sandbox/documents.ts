import {
  type Calibration,
  type Decision,
  type Observation,
  type Standing,
  standingOf,
  wireOptions,
  withObservations,
} from '@mailrig/contract';
import { decisions } from '@mailrig/contract/decisions';
import { openApiDocument, type OpenApiOptions } from '@mailrig/contract/openapi';
import type { Service } from '../../service/routing/service.ts';

/** A decision with the sum of its evidence, and the values of its wire option. */
export interface DecisionView extends Decision {
  readonly standing: Standing;
  readonly wire?: NonNullable<Decision['wire']> & {
    /** The default first. */
    readonly values: readonly string[];
  };
}

/** All decisions, with what the calibration of the sandbox adds to them. */
export function decisionViews({ calibration, store }: Service): readonly DecisionView[] {
  const observations = calibration ? observationsOf(calibration, store.wire) : [];
  return withObservations(decisions, observations).map(({ wire, ...decision }) => ({
    ...decision,
    ...(wire && { wire: { ...wire, values: wireOptions[wire.option] } }),
    standing: standingOf(decision.evidence),
  }));
}

/** What a calibration shows about the decisions of a sandbox with these wire options. */
function observationsOf(
  { date, baseUrl, evidence }: Calibration,
  wire: Readonly<Record<string, string>>,
): readonly Observation[] {
  return evidence.flatMap(({ name, option, value, expected, seen, decisions: ids }) => {
    const agrees = value === (option === undefined ? expected : wire[option]);
    const source = `${name}, ${baseUrl}`;
    return ids.filter(isKnown).map((decision) => ({ decision, agrees, seen, source, date }));
  });
}

/** Whether the ledger has a decision. A newer calibration may have others. */
const isKnown = (id: string): id is Decision['id'] => decisions.some((decision) => decision.id === id);

let latestDocument = { key: '', text: '' };

/** The document as JSON. Making it takes some milliseconds, so the latest one is reused. */
export function openApiText(options: Required<OpenApiOptions>): string {
  const key = JSON.stringify(options);
  if (key !== latestDocument.key) {
    latestDocument = { key, text: JSON.stringify(openApiDocument(options)) };
  }
  return latestDocument.text;
}
