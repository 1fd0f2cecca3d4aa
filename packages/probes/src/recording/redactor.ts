import { parseTimestamp } from '@mailrig/contract';
import { type FieldKind, kindOf, knownWords } from './known-fields.ts';
import { Placeholders } from './placeholders.ts';
import { segmentsOf } from './routes.ts';

/** Who wrote a value. What a service writes follows its own forms; what an application writes may be anything. */
export type Side = 'request' | 'answer';

/** Objects nested deeper than this are not recorded. */
const greatestDepth = 100;

const idForm = /^[A-Za-z0-9][\w-]{0,127}$/;
const generatedId =
  /^(?=.*\d)(?:[a-z]{2,5}_)?(?:[0-9a-f]{16,}|[0-9a-z]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const wordForm = /^[a-z]+(?:_[a-z]+)*$/;
const codeForm = /^[A-Z][A-Z]+(?:_[A-Z]+)*$/;
const fieldPathForm = /^[A-Za-z_][\w-]{0,63}(?:\[\d{1,6}\]|\.[A-Za-z_][\w-]{0,63}){0,8}$/;
const mimeForm =
  /^\s*(application|audio|font|image|message|model|multipart|text|video)\/([\w.+-]{1,80})\s*(;.*)?$/is;
const numberForm = /^[+-]?\d{1,9}(?:\.\d{0,3})?$/;
const memberForm = /^[a-z][A-Za-z]{0,40}(?:_[a-z]{1,20}){0,4}$/;
const fieldKeyForm = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/**
 * How the members of an object are treated: by their kinds, with less trust in an unknown place, all hidden
 * except for their names, or all hidden.
 */
type Trust = 'known' | 'unknown' | 'names' | 'none';

/**
 * Replaces everything in exchanges that is not known to be harmless, by an allow-list of fields
 * and of the forms that their values must have.
 */
export class Redactor {
  readonly #placeholders = new Placeholders();
  /** Ids in answers, among them those of messages. */
  readonly #ids = new Set<string>();

  /**
   * A JSON value of a body.
   *
   * @throws RangeError if it is nested too deeply.
   */
  json(value: unknown, side: Side): unknown {
    return this.#value(value, 'inside', side, 'known', 0);
  }

  /** A path, percent-encoded. */
  path(path: string): string {
    return segmentsOf(path)
      .map(([segment, kind]) =>
        kind === 'word' ? segment : encodeURIComponent(this.#segment(segment, kind)),
      )
      .join('/');
  }

  /** A query without its question mark. */
  query(query: string): string {
    const redacted = new URLSearchParams();
    for (const [name, text] of new URLSearchParams(query)) {
      const kind = kindOf(name);
      redacted.append(this.#memberName(name), this.#string(text, kind ?? 'secret', 'request', 'known'));
    }
    return redacted.toString();
  }

  /** The value of a header, by its name in lower case. */
  header(name: string, text: string): string {
    switch (name) {
      case 'authorization':
      case 'x-api-key':
        return this.#credentials(text);
      case 'content-type':
        return this.#mimeType(text);
      case 'x-idempotency-key':
      case 'idempotency-key':
        return this.#placeholders.scrubbed(text);
      case 'x-request-id':
        return this.#id(text, generatedId);
      case 'x-ratelimit-reset':
        // Seconds or milliseconds since 1970 are longer than other numbers.
        return this.#form(text, /^\d{1,13}$/.test(text) || parseTimestamp(text) !== undefined);
      default:
        return this.#form(
          text,
          numberForm.test(text) || parseTimestamp(text) !== undefined || text === 'true',
        );
    }
  }

  /** The presigned URL of an upload. */
  uploadUrl(url: string): string {
    return this.#placeholders.uploadUrl(url);
  }

  /** The value of an authentication header: its scheme stays. */
  #credentials(text: string): string {
    const [, scheme = '', credential = ''] =
      /^\s*((?:bearer|basic|digest|token)\s+)?(.*?)\s*$/is.exec(text) ?? [];
    return credential === '' ? scheme : `${scheme}${this.#placeholders.key(credential)}`;
  }

  /** A media type. Parameters other than a charset are hidden. */
  #mimeType(text: string): string {
    const [, type, subtype, parameters = ''] = mimeForm.exec(text) ?? [];
    if (type === undefined || subtype === undefined) return this.#placeholders.hidden(text);
    const essence = `${type}/${subtype}`;
    if (!this.#isHarmless(essence)) return this.#placeholders.text(text);
    if (/^(;\s*charset=[\w-]{1,20}\s*)?$/i.test(parameters)) return `${essence}${parameters}`;
    return `${essence}; hidden=${this.#placeholders.text(parameters)}`;
  }

  #value(value: unknown, kind: FieldKind, side: Side, trust: Trust, depth: number): unknown {
    if (depth > greatestDepth) throw new RangeError('The body is nested too deeply');
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#string(value, kind, side, trust);
    if (typeof value === 'number') return this.#number(value, kind, side, trust);
    if (Array.isArray(value)) return value.map((item) => this.#value(item, kind, side, trust, depth + 1));
    return Object.fromEntries(
      Object.entries(value as object).map(([name, member]: [string, unknown]) => {
        const [shown, memberKind, memberTrust] = this.#member(name, member, kind, side, trust);
        return [shown, this.#value(member, memberKind, side, memberTrust, depth + 1)];
      }),
    );
  }

  /** How to show a member of an object: its name, its kind, and how far it is trusted. */
  #member(
    name: string,
    value: unknown,
    kind: FieldKind,
    side: Side,
    trust: Trust,
  ): [string, FieldKind, Trust] {
    if (kind === 'definitions' && kindOf(name) === undefined) {
      const isDefinition = typeof value === 'object' && value !== null && 'type' in value;
      return [this.#fieldKey(name), isDefinition ? 'inside' : 'secret', isDefinition ? trust : 'none'];
    }
    if (kind === 'secret' || trust === 'none') {
      return [trust === 'names' ? this.#memberName(name) : this.#placeholders.name(name), 'secret', 'none'];
    }
    const known = kindOf(name);
    if (known !== undefined) return [name, known, known === 'secret' ? 'names' : trust];
    // A service may wrap what it answers in a container of its own; an application's own fields are its secret.
    return side === 'answer' && typeof value === 'object'
      ? [this.#memberName(name), 'inside', 'unknown']
      : [this.#memberName(name), 'secret', 'none'];
  }

  #number(value: number, kind: FieldKind, side: Side, trust: Trust): number {
    const stays = kind === 'count' || (kind === 'address' && side === 'answer');
    return stays && trust !== 'none' && trust !== 'names' ? value : this.#placeholders.number(value);
  }

  #string(text: string, kind: FieldKind, side: Side, trust: Trust): string {
    const placeholders = this.#placeholders;
    switch (kind) {
      case 'id':
        if (side === 'answer') this.#ids.add(text);
        return this.#id(text, trust === 'known' ? idForm : generatedId);
      case 'reference':
        return this.#reference(text);
      case 'messageId':
        return this.#messageId(text, side);
      case 'word':
        return this.#form(
          text,
          knownWords.has(text) || (side === 'answer' && trust === 'known' && wordForm.test(text)),
        );
      case 'ownWord':
        return this.#form(text, knownWords.has(text));
      case 'code':
        return this.#form(text, side === 'answer' && codeForm.test(text));
      case 'count':
        return this.#form(text, numberForm.test(text) || knownWords.has(text));
      case 'flag':
        return this.#form(text, text === 'true' || text === 'false');
      case 'time':
        return this.#form(text, parseTimestamp(text) !== undefined);
      case 'path':
        return text.startsWith('/') ? this.#requestPath(text) : placeholders.hidden(text);
      case 'fieldPath':
        return this.#form(text, side === 'answer' && fieldPathForm.test(text));
      case 'mimeType':
        return this.#mimeType(text);
      case 'idempotencyKey':
        return placeholders.scrubbed(text);
      case 'fieldKey':
        return this.#fieldKey(text);
      case 'variable':
        return this.#memberName(text);
      case 'address':
        return placeholders.mailbox(text);
      case 'text':
        return placeholders.text(text);
      case 'phone':
        return placeholders.phone(text);
      case 'ip':
        return placeholders.ip(text);
      case 'token':
        return placeholders.token(text);
      case 'uploadUrl':
        return placeholders.uploadUrl(text);
      default:
        return placeholders.hidden(text);
    }
  }

  /** The text if it has its form and holds no secret. */
  #form(text: string, fits: boolean): string {
    return fits && this.#isHarmless(text) ? text : this.#placeholders.hidden(text);
  }

  /** Whether a text holds no address, key or token. */
  #isHarmless(text: string): boolean {
    return this.#placeholders.scrubbed(text) === text;
  }

  #id(text: string, form: RegExp): string {
    return this.#placeholders.secret(text) ?? this.#form(text, form.test(text));
  }

  #messageId(text: string, side: Side): string {
    if (side === 'answer') this.#ids.add(text);
    const [, open = '', local = '', domain = '', close = ''] =
      /^(<?)([\w.+=-]{8,})@([\w.-]+)(>?)$/.exec(text) ?? [];
    if (side === 'request' || !/\d/.test(local)) return this.#id(text, idForm);
    return `${open}${local}@${domain.includes('.') ? this.#placeholders.domain(domain) : 'inline'}${close}`;
  }

  #fieldKey(name: string): string {
    const stays = fieldKeyForm.test(name) && this.#isHarmless(name);
    return stays ? name : this.#placeholders.name(name);
  }

  /** A name that looks like those of programs stays. */
  #memberName(name: string): string {
    const stays = kindOf(name) !== undefined || memberForm.test(name) || knownHeaders.has(name.toLowerCase());
    return stays ? name : this.#placeholders.name(name);
  }

  #requestPath(text: string): string {
    const [path = '', query] = text.split('?', 2);
    return query === undefined ? this.path(path) : `${this.path(path)}?${this.query(query)}`;
  }

  #segment(segment: string, kind: 'id' | 'confirmed' | 'other'): string {
    // An upload may be confirmed by its token, which looks like an id (A77).
    const mayBeToken = kind === 'confirmed' && !segment.startsWith('att_') && !this.#ids.has(segment);
    if (mayBeToken && generatedId.test(segment)) return this.#placeholders.token(segment);
    return kind === 'other' ? this.#id(segment, generatedId) : this.#reference(segment);
  }

  /** An id that a service made up. Anything else at its place may be a name. */
  #reference(text: string): string {
    if (!this.#ids.has(text)) return this.#id(text, generatedId);
    return text.includes('@') ? this.#messageId(text, 'answer') : this.#id(text, idForm);
  }
}

/** Mail headers whose names everybody uses. */
const knownHeaders: ReadonlySet<string> = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'sender',
  'reply-to',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'return-path',
  'importance',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'precedence',
  'auto-submitted',
  'x-priority',
]);
