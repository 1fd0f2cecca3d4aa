/** Prints a text to stdout and waits until it is out: exiting earlier could cut it off. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(`${text}\n`, () => resolve());
  });
}
