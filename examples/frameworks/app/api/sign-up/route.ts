import { isAPIError } from 'mailrig';
import { mail } from '../../../lib/mail.ts';

export async function POST(request: Request): Promise<Response> {
  const { email } = (await request.json()) as { email: string };
  try {
    await mail().emails.send({
      from: 'hello@example.com',
      to: email,
      subject: 'Confirm your address',
      text: 'Your code is 493017.',
    });
    return new Response(null, { status: 202 });
  } catch (error) {
    if (!isAPIError(error, 'VALIDATION_ERROR', 'RECIPIENT_SUPPRESSED')) throw error;
    return Response.json({ error: error.code }, { status: 422 });
  }
}
