import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

/** One issue of the newsletter. */
export interface Issue {
  /** The name of its file. Do not rename the file once the issue has gone out. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** Reads an issue: its first line is the subject, the rest is the text. */
export async function readIssue(path: string): Promise<Issue> {
  const [subject = '', ...lines] = (await readFile(path, 'utf8')).split('\n');
  return { id: basename(path, extname(path)), subject: subject.trim(), text: lines.join('\n').trim() };
}
