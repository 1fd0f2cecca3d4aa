import type { JsonSchema, Reference } from './json-schema.ts';
import type { WireOptions } from './wire-options.ts';

/** How a response shows one value of a wire option. */
export interface Sign {
  /** What a deployment with this value does, as a text for people. */
  readonly words: string;
  /** Whether a part of a response fits. */
  readonly takes: (part: unknown) => boolean;
}

/** One value of a wire option that gives a record, or a part of it, its form. */
export interface Form<R> extends Sign {
  /** The record in this form; its own parts may depend on other options. */
  readonly write: (record: R, wire: WireOptions) => unknown;
  /** The form in OpenAPI. */
  readonly schema: JsonSchema | Reference;
}

/** A form for each value of an option. */
export type Forms<Option extends keyof WireOptions, R> = Readonly<Record<WireOptions[Option], Form<R>>>;
