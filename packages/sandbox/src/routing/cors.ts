/** Any page may call the sandbox and read its answers: it is a local tool (A11). */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'Authorization, x-api-key, Content-Type, X-Idempotency-Key, Idempotency-Key',
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id',
};
