import {
  type Application,
  Comment,
  CommentTag,
  type Context,
  Converter,
  type DeclarationReflection,
  ReflectionKind,
} from 'typedoc';

/** What the exports of a file are about: the first row that fits its path. */
const categories: readonly (readonly [file: RegExp, category: string])[] = [
  [/\/(sdk|contract)\/src\/(errors|issues|call\/.*error)/, 'Errors'],
  [/\/control-error\.ts$/, 'Errors'],
  [/\/sdk\/src\/runs\//, 'Runs'],
  [/\/sdk\/src\/(hooks|logger|tracing)/, 'Logs and traces'],
  [/\/sdk\/src\/(throttle|rate-limit)/, 'Rate limits'],
  [/\/attachments\b/, 'Attachments'],
  [/\/(contact-lists|lists)\b/, 'Contact lists'],
  [/\/(contacts|custom-fields|suppress\w+)\b/, 'Contacts'],
  [/\/verifications?\b/, 'Verification'],
  [/\/src\/checks\//, 'Checks of messages'],
  [/\/src\/sweep\//, 'Sweeps'],
  [/\/src\/testing\//, 'In tests'],
  [/\/control\/(messages|events)\//, 'Mail'],
  [/\/control\/(faults|requests)\/|\/service\/\w+\/(fault|journal)/, 'Requests and faults'],
  [/\/control\/(accounts|templates|seeds)\//, 'Accounts and seeds'],
  [/\/(emails|addresses)\b/, 'Emails'],
  [/\/contract\/src\/(wire|calibration|decision|evidence|observation)/, 'Wire options and decisions'],
  [/\/sdk\/src\//, 'Client'],
  [/\/sandbox\/src\//, 'Sandbox'],
];

/** TypeDoc plugin: puts each export into the category of its file, because there are hundreds of them. */
export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context: Context, made: DeclarationReflection) => {
    if (!made.parent?.kindOf(ReflectionKind.Module | ReflectionKind.Project)) return;
    if (made.kindOf(ReflectionKind.Module | ReflectionKind.Reference)) return;
    const file = context.getSymbolFromReflection(made)?.declarations?.[0]?.getSourceFile().fileName ?? '';
    const [, category = 'More'] = categories.find(([pattern]) => pattern.test(file)) ?? [];
    // The comment of a function is on its signatures.
    made.comment ??= new Comment();
    made.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: category }]));
  });
}
