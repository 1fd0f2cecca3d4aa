import type { JsonSchema, Reference } from '../json-schema.ts';

/** Address of the API. */
export interface OpenApiServer {
  readonly url: string;
  readonly description?: string;
}

/** A parameter in a path, a query or a header. */
export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema | Reference;
}

/** A response header. */
export interface OpenApiHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Bodies by MIME type. */
export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonSchema | Reference }>>;

/** The response with one status. */
export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
  readonly content?: OpenApiContent;
}

/** One row of the table of operations. */
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
  /** By status. */
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** The parts of OpenAPI 3.1 that describe this API. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly OpenApiServer[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
