import { curlCommand } from '@mailrig/contract/checking';

/** What the code for a first email needs to know. */
export interface FirstEmail {
  /** Origin of the sandbox. */
  readonly origin: string;
  readonly key: string;
  /** An address on the account's domain. */
  readonly from: string;
}

/** Code that sends an email as it stands, by language. */
export function snippets({
  origin,
  key,
  from,
}: FirstEmail): readonly (readonly [name: string, code: string])[] {
  const fields = [
    ['from', from],
    ['to', 'bob@example.org'],
    ['subject', 'Hello'],
    ['html', '<p>Hi <b>Bob</b>, your code is 493017.</p>'],
  ] as const;
  const lines = (indent: string, line: (name: string, value: string) => string) =>
    fields.map(([name, value]) => `${indent}${line(name, value)},`).join('\n');
  const json = JSON.stringify(Object.fromEntries(fields));
  const url = `${origin}/api/v1/emails`;
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return [
    ['curl', curlCommand({ method: 'POST', url, headers, body: json }, ' \\\n  ')],
    [
      'TypeScript',
      `import { Mailrig } from 'mailrig';

const mail = new Mailrig({ apiKey: '${key}', baseUrl: '${origin}' });
const receipt = await mail.emails.send({
${lines('  ', (name, value) => `${name}: '${value}'`)}
});
console.log(receipt);
`,
    ],
    [
      'Python',
      `import json
from urllib.request import Request, urlopen

email = {
${lines('    ', (name, value) => `"${name}": "${value}"`)}
}
request = Request(
    "${url}",
    data=json.dumps(email).encode(),
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    print(response.read().decode())
`,
    ],
    [
      'Go',
      `package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func main() {
	email := \`${json}\`
	request, err := http.NewRequest("POST", "${url}", strings.NewReader(email))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer ${key}")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(answer))
}
`,
    ],
  ];
}
