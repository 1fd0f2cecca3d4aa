// Public API of @mailrig/probes. Generated: do not edit.

export type Tier = (typeof tiers)[number];

export declare const tiers: readonly [
    "observe",
    "simulate",
    "create",
    "burst"
];
