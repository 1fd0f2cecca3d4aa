import { isMailrigError, Mailrig } from 'mailrig';
import { scenario } from './scenario.ts';

/** The driver passes the key and URL in the query and reads the result from the title. */
const query = new URLSearchParams(location.search);
const baseUrl = query.get('baseUrl') ?? '';
const apiKey = query.get('apiKey') ?? '';

function refused(key: string): boolean {
  try {
    void new Mailrig({ apiKey: key, baseUrl });
    return false;
  } catch (error) {
    return isMailrigError(error) && error.message.includes('dangerouslyAllowBrowser');
  }
}

async function answer(): Promise<string> {
  for (const key of [apiKey, 'sk_live_0123456789', 'sk_test_0123456789']) {
    if (!refused(key)) return `failed: a browser may use ${key}`;
  }
  const mail = new Mailrig({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
  return scenario(mail, 'Chromium').then(
    (messageId) => `sent ${messageId}`,
    (reason: unknown) => `failed: ${String(reason)}`,
  );
}

document.title = await answer();
