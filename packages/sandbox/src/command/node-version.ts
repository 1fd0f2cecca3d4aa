/** The first version of Node that the program runs on. */
const [neededMajor, neededMinor] = [22, 13];

/** The error about a version of Node; `undefined` if it is recent enough. */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `mailrig-sandbox: Node ${neededMajor}.${neededMinor} or later is needed, and this is ${version}`;
}
