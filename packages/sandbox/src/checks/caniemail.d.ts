/** Without this, compilers work out the type of its two megabytes, which takes them seconds. */
declare module 'caniemail/caniemail.json' {
  const data: {
    readonly last_update_date: string;
    readonly nicenames: { readonly family: Readonly<Record<string, string>> };
    readonly data: readonly {
      readonly slug: string;
      readonly title: string;
      /** By family, platform and version. */
      readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
    }[];
  };
  export default data;
}
