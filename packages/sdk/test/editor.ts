import { join } from 'node:path';
import ts from 'typescript';

const folder = import.meta.dirname;
const file = join(folder, 'edited.ts');

/** What an editor shows for a source in this folder. */
export interface Editor {
  /** What the compiler says, each problem on one line. */
  readonly problems: readonly string[];
  /** The type and the documentation of a name behind a text, each on one line. */
  hover(before: string, name: string): { readonly type: string; readonly documentation: string };
}

/** Opens a source in an editor. */
export function edit(source: string): Editor {
  const config = ts.readConfigFile(join(folder, '../../../tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  return {
    problems: service
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => onOneLine(ts.flattenDiagnosticMessageText(messageText, ' '))),
    hover(before, name) {
      const found = new RegExp(`(?<=${before})${name}\\b`).exec(source);
      const info = service.getQuickInfoAtPosition(file, found?.index ?? 0);
      return {
        type: onOneLine(ts.displayPartsToString(info?.displayParts)),
        documentation: onOneLine(ts.displayPartsToString(info?.documentation)),
      };
    },
  };
}
