/** A request that sends an email. */
export function email(apiKey: string, domain: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: `ada@${domain}`,
      to: 'grace@example.org',
      subject: 'Welcome',
      text: 'Your code is 493017.',
    }),
  };
}
