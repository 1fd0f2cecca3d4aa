/** A request that sends an email, with other fields than these if there are some. */
export function email(apiKey: string, domain: string, fields: object = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: `ada@${domain}`,
      to: 'grace@example.org',
      subject: 'Welcome',
      text: 'Your code is 493017.',
      ...fields,
    }),
  };
}
