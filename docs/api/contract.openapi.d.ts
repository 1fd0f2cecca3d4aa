// Public API of @mailrig/contract/openapi. Generated: do not edit.

import type { Endpoints, Limits, WireOptions } from '@mailrig/contract';
import type * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type OpenApiContent = Readonly<Record<string, {
    readonly schema: JsonSchema | Reference;
}>>;

export interface OpenApiDocument {
    readonly openapi: string;
    readonly info: {
        readonly title: string;
        readonly version: string;
        readonly description: string;
    };
    readonly servers: readonly OpenApiServer[];
    readonly security: readonly Readonly<Record<string, readonly string[]>>[];
    readonly tags: readonly {
        readonly name: string;
    }[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
    readonly components: {
        readonly schemas: Readonly<Record<string, JsonSchema>>;
        readonly headers: Readonly<Record<string, OpenApiHeader>>;
        readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
    };
}

export interface OpenApiHeader {
    readonly description: string;
    readonly schema: JsonSchema;
}

export interface OpenApiOperation {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly tags: readonly string[];
    readonly servers?: readonly OpenApiServer[];
    readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
    readonly parameters?: readonly OpenApiParameter[];
    readonly requestBody?: {
        readonly required: boolean;
        readonly description?: string;
        readonly content: OpenApiContent;
    };
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiOptions {
    readonly baseUrl?: string;
    readonly uploadBaseUrl?: string;
    readonly endpoints?: Endpoints;
    readonly wire?: Partial<WireOptions>;
    readonly strict?: boolean;
    readonly limits?: Partial<Pick<Limits, 'attachmentBytes' | 'inlineAttachmentBytes' | 'uploadBytes'>>;
    readonly version?: string;
}

export interface OpenApiParameter {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: JsonSchema | Reference;
}

export interface OpenApiResponse {
    readonly description: string;
    readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
    readonly content?: OpenApiContent;
}

export interface OpenApiServer {
    readonly url: string;
    readonly description?: string;
}

export type Reference = {
    readonly $ref: string;
};

export declare function openApiDocument(options?: OpenApiOptions): OpenApiDocument;
