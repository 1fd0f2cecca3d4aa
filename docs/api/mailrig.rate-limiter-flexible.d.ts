// Public API of mailrig/rate-limiter-flexible. Generated: do not edit.

import type { Throttle, ThrottleOptions } from 'mailrig';

export interface FleetLimiter {
    consume(key: string): Promise<unknown>;
    block(key: string, secDuration: number): Promise<unknown>;
    delete(key: string): Promise<unknown>;
}

export interface FleetThrottleOptions extends ThrottleOptions {
    readonly name?: string | undefined;
}

export interface SlotOptions {
    readonly points: 1;
    readonly duration: number;
}

export declare function fleetThrottle(open: (slot: SlotOptions) => FleetLimiter, options?: FleetThrottleOptions): Throttle;

export { EndTurn } from 'mailrig';
export { Priority } from 'mailrig';
export { Throttle } from 'mailrig';
export { ThrottleOptions } from 'mailrig';
export { TurnRequest } from 'mailrig';
