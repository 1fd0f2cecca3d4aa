/** What one process is to do. */
export interface Order {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where Redis listens; without it the process keeps to the rate by itself. */
  readonly socket: string | undefined;
  /** Of the rate that the processes share. */
  readonly name: string;
  /** Milliseconds. */
  readonly window: number;
  /** How many emails it sends. */
  readonly sends: number;
}
