/** Instructions for one process. */
export interface Order {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The URL of Redis. Without it, the process uses its own throttle. */
  readonly socket: string | undefined;
  /** Requests per window, for all processes together. */
  readonly name: string;
  /** Length of the window in milliseconds. */
  readonly window: number;
  /** The number of emails to send. */
  readonly sends: number;
}
