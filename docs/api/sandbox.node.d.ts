// Public API of @mailrig/sandbox/node. Generated: do not edit.

import type { Sandbox, Seed } from '@mailrig/sandbox';

export interface AccessOptions {
    readonly cors?: readonly string[];
    readonly allowHosts?: readonly string[];
}

export interface Announcement {
    readonly url: string;
    readonly apiKey: string;
    readonly liveApiKey: string;
    readonly domain: string;
    readonly controlUrl: string;
    readonly inspectorUrl?: string;
    readonly version: string;
    readonly port: number;
}

export interface CommandHooks {
    readonly ready?: (command: ReadyCommand) => Promise<void>;
}

export interface ReadyCommand {
    readonly announcement: Announcement;
    readonly controlToken: string | undefined;
    readonly json: boolean;
    readonly quiet: boolean;
}

export interface SandboxServer {
    readonly url: string;
    readonly port: number;
    readonly sandbox: Sandbox;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}

export interface ServeOptions extends AccessOptions {
    readonly sandbox?: Sandbox;
    readonly state?: string;
    readonly port?: number;
    readonly hostname?: string;
    readonly headersTimeout?: number;
    readonly requestTimeout?: number;
    readonly connectionsCheckingInterval?: number;
    readonly inspector?: boolean;
}

export declare function readSeed(file: string): Promise<Seed>;

export declare function runCommandLine(args: readonly string[], hooks?: CommandHooks): Promise<number>;

export declare function serve(options?: ServeOptions): Promise<SandboxServer>;
