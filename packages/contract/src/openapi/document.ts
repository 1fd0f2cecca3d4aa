import type { JsonSchema, Reference } from '../wire/json-schema.ts';

/** Address of the API. */
export interface OpenApiServer {
  /** Address of the server, or a template of one. */
  readonly url: string;
  /** What the server is for. */
  readonly description?: string;
}

/** A parameter in a path, a query or a header. */
export interface OpenApiParameter {
  /** Name of the parameter. */
  readonly name: string;
  /** Where it is sent. */
  readonly in: 'path' | 'query' | 'header';
  /** Whether a request must have it. */
  readonly required?: boolean;
  /** What it means. */
  readonly description?: string;
  /** Its type. */
  readonly schema: JsonSchema | Reference;
}

/** A response header. */
export interface OpenApiHeader {
  /** What it means. */
  readonly description: string;
  /** Its type. */
  readonly schema: JsonSchema;
}

/** Bodies by MIME type. */
export type OpenApiContent = Readonly<
  Record<
    string,
    {
      /** The type of a body of this media type. */
      readonly schema: JsonSchema | Reference;
    }
  >
>;

/** The response with one status. */
export interface OpenApiResponse {
  /** When the service responds like this. */
  readonly description: string;
  /** Its headers, by name. */
  readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
  /** Its body, by media type; absent if it has none. */
  readonly content?: OpenApiContent;
}

/** One row of the table of operations. */
export interface OpenApiOperation {
  /** Name of the operation, for example `sendEmail`. */
  readonly operationId: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** More about it, if the name is not enough. */
  readonly description: string;
  /** The resource it belongs to. */
  readonly tags: readonly string[];
  /** Its own servers, if it is not on those of the document. */
  readonly servers?: readonly OpenApiServer[];
  /** How it is authenticated, if not as the rest of the document. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Its parameters in path, query and headers. */
  readonly parameters?: readonly OpenApiParameter[];
  /** The body that it accepts, if any. */
  readonly requestBody?: {
    /** Whether a request must have a body. */
    readonly required: boolean;
    /** What the body is. */
    readonly description?: string;
    /** The body, by media type. */
    readonly content: OpenApiContent;
  };
  /** By status. */
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** The parts of OpenAPI 3.1 that describe this API. */
export interface OpenApiDocument {
  /** Version of OpenAPI, `3.1.1`. */
  readonly openapi: string;
  /** What the API is. */
  readonly info: {
    /** Name of the API. */
    readonly title: string;
    /** Version of the document. */
    readonly version: string;
    /** What the API does. */
    readonly description: string;
  };
  /** Where the API is. */
  readonly servers: readonly OpenApiServer[];
  /** How requests are authenticated. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The resources, in their order. */
  readonly tags: readonly {
    /** Name of the resource. */
    readonly name: string;
  }[];
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** What operations refer to. */
  readonly components: {
    /** The schemas, by name. */
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    /** The headers, by name. */
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    /** The ways to authenticate, by name. */
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
