/** The email that is sent. */
export const email = {
  from: 'ada@example.com',
  to: 'grace@example.org',
  subject: 'Welcome',
  html: '<p>Welcome, Grace</p>',
};

const meta = {
  timestamp: '2026-01-31T09:30:00.000Z',
  requestId: 'req_0123456789abcdef01234567',
  path: '/api/v1/emails',
};

const receiptData = {
  id: 'msg_0123456789abcdef01234567',
  messageId: '0123456789abcdef01234567@example.com',
  status: 'queued',
  createdAt: '2026-01-31T09:30:00.000Z',
  skipped: false,
};

/** The response to a send. */
export const receipt = JSON.stringify({ success: true, data: receiptData, meta });

/** A page of `size` emails. */
export function page(size: number): string {
  const emails = Array.from({ length: size }, (_, index) => ({
    id: `msg_${String(index).padStart(24, '0')}`,
    from: '"Ada" <ada@example.com>',
    to: ['grace@example.org', 'alan@example.org'],
    subject: `Issue ${index}`,
    status: 'delivered',
    messageId: `${String(index).padStart(24, '0')}@example.com`,
    createdAt: '2026-01-31T09:30:00.000Z',
    sentAt: '2026-01-31T09:30:00.500Z',
    deliveredAt: '2026-01-31T09:30:02.000Z',
  }));
  const pagination = { page: 1, limit: size, total: size, totalPages: 1, hasNext: false, hasPrev: false };
  return JSON.stringify({ success: true, data: { emails, pagination }, meta });
}

/** The headers of every response. */
export const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'req_0123456789abcdef01234567',
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': '2026-01-31T09:31:00.000Z',
};
