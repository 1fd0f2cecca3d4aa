import { type CustomFieldDefinition, type CustomFieldValue } from '@mailrig/contract';

/** Values of custom fields by their keys, for lists whose definitions have no type. */
export interface AnyCustomFields {
  readonly [key: string]: CustomFieldValue;
}

interface ValueByType {
  readonly text: string;
  readonly number: number;
  readonly date: string;
  readonly boolean: boolean;
  readonly select: string;
}

type ValueOf<Field extends CustomFieldDefinition> = Field extends {
  readonly type: 'select';
  readonly options: readonly (infer Option)[];
}
  ? Option
  : ValueByType[Field['type']];

/** Flattens an object type, so that editors show its members. */
type Shown<T> = { readonly [Key in keyof T]: T[Key] } & {};

type OptionalKey<T> = { [Key in keyof T]-?: {} extends Pick<T, Key> ? Key : never }[keyof T];

/**
 * The custom fields of a contact, from definitions declared `as const`: a string for `text` and `date`, a
 * number, a boolean, or one of the options of a `select`. Fields that are not required may be absent. So may
 * a required field, if the contact is older than its definition, although its type does not show that.
 */
export type CustomFieldValues<Definitions extends readonly CustomFieldDefinition[]> =
  string extends Definitions[number]['key']
    ? AnyCustomFields
    : Shown<
        {
          [
            Field in Definitions[number] as Field extends { readonly required: true } ? Field['key'] : never
          ]: ValueOf<Field>;
        } & {
          [
            Field in Definitions[number] as Field extends { readonly required: true } ? never : Field['key']
          ]?: ValueOf<Field>;
        }
      >;

/** Keys of the fields that have a default, which new contacts may leave out. */
export type DefaultedKey<Definitions extends readonly CustomFieldDefinition[]> =
  string extends Definitions[number]['key']
    ? never
    : Extract<Definitions[number], { readonly defaultValue: string | number | boolean }>['key'];

/** Values of a new contact. Required fields without a default need one; `null` leaves a field unset. */
export type NewCustomFields<Values, Defaulted extends PropertyKey = never> = Shown<
  {
    [Key in Exclude<keyof Values, OptionalKey<Values> | Defaulted>]: Values[Key];
  } & {
    [Key in Extract<keyof Values, Exclude<Defaulted, OptionalKey<Values>>>]?: Values[Key] | undefined;
  } & {
    [Key in OptionalKey<Values>]?: Exclude<Values[Key], undefined> | null | undefined;
  }
>;

/** Values to change on a contact. `null` clears a field. The types allow it for fields that are not required. */
export type CustomFieldUpdates<Values> = Shown<
  {
    [Key in Exclude<keyof Values, OptionalKey<Values>>]?: Values[Key] | undefined;
  } & {
    [Key in OptionalKey<Values>]?: Exclude<Values[Key], undefined> | null | undefined;
  }
>;
