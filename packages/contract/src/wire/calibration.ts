import * as z from 'zod/mini';
import type { Shape } from '../types/shape.ts';

/**
 * The shapes in which a deployment of the service responds, as requests showed them. `mailrig-sandbox calibrate` writes
 * it, and a sandbox that is created with it as `wire` responds in the same shapes.
 */
export interface Calibration {
  /** When the deployment was calibrated. ISO 8601, UTC. */
  readonly date: string;
  /** Its address. */
  readonly baseUrl: string;
  /** Values of wire options that its responses show. The others have their defaults. */
  readonly wire: Readonly<Record<string, string>>;
  /** Why the value of an option is not known, by option. */
  readonly undetermined: Readonly<Record<string, string>>;
  /** Why no value of an option fits, by option. */
  readonly contradictory: Readonly<Record<string, string>>;
  /** All that was seen. */
  readonly evidence: readonly CalibrationEvidence[];
}

/** One thing that a calibration found. */
export interface CalibrationEvidence {
  /** Name of the wire option, or the step and the path, for example `page-container`. */
  readonly name: string;
  /** The wire option whose value it shows. Absent if it shows another behaviour. */
  readonly option?: string;
  /** A value of the option, or a short name of the behaviour. */
  readonly value: string;
  /** The value that the document promises or a decision chose. Absent if several are documented. */
  readonly expected?: string;
  /** What was seen, for people. */
  readonly seen: string;
  /** Requirements that it concerns, for example `R29`. */
  readonly requirements: readonly string[];
  /** Decisions that it concerns, for example `A29`. */
  readonly decisions: readonly string[];
}

/** Checks a calibration that was read from a file. */
export const calibrationSchema = z.lazy(() => {
  const texts = z.record(z.string(), z.string());
  return z.object({
    date: z.string(),
    baseUrl: z.string(),
    wire: texts,
    undetermined: texts,
    contradictory: texts,
    evidence: z.array(
      z.object({
        name: z.string(),
        option: z.exactOptional(z.string()),
        value: z.string(),
        expected: z.exactOptional(z.string()),
        seen: z.string(),
        requirements: z.array(z.string()),
        decisions: z.array(z.string()),
      } satisfies Shape<CalibrationEvidence>),
    ),
  } satisfies Shape<Calibration>);
});
