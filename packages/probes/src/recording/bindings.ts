import { kindOf } from './known-fields.ts';

/** The ids of a deployment, each with the id that the sandbox gave at the same place. */
export class Bindings {
  readonly #ids = new Map<string, string>();
  readonly #back = new Map<string, string>();
  /** Line in which each id of the deployment was first seen. */
  readonly #lines = new Map<string, number>();

  /** The sandbox's id. */
  get(id: string): string | undefined {
    return this.#ids.get(id);
  }

  /** The deployment's id. */
  recorded(id: string): string | undefined {
    return this.#back.get(id);
  }

  lineOf(id: string): number | undefined {
    return this.#lines.get(id);
  }

  /** Binds two ids that stand at the same place, unless one of them is bound already. */
  bind(recorded: string, actual: string, line: number): void {
    if (this.#ids.has(recorded) || this.#back.has(actual)) return;
    this.#ids.set(recorded, actual);
    this.#back.set(actual, recorded);
    this.#lines.set(recorded, line);
  }

  /** A JSON value of the recording with the ids of the sandbox. */
  rebound(value: unknown): unknown {
    if (typeof value === 'string') return this.#ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.rebound(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.rebound(inner)]));
  }
}

/** Whether a field holds something that each service makes up by itself, and that later requests may name. */
export function isIdentity(field: string): boolean {
  return ['id', 'messageId', 'token', 'uploadUrl'].includes(kindOf(field) ?? '') && field !== 'requestId';
}
