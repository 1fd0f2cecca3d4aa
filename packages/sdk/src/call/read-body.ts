/** A 2xx response has more bytes than the client reads. */
export const tooLarge = new RangeError('the response is too large');

/**
 * Reads a body of at most `most` bytes. The rest of an error is cut off, since its beginning says enough.
 *
 * @throws {@link tooLarge} if a 2xx response has more.
 */
export async function readText(response: Response, most: number): Promise<string> {
  const { body } = response;
  // Look-alikes of a Response have no such stream.
  if (!body || !('getReader' in body)) return response.text();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let left = most; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    left -= value.byteLength;
    if (left < 0) {
      void reader.cancel().catch(() => undefined);
      if (response.ok) throw tooLarge;
      return text;
    }
    text += decoder.decode(value, { stream: true });
  }
}
