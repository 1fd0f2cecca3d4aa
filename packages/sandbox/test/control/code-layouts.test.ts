import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { codeLanguages } from '../../src/reading/code-languages.ts';
import { send } from '../conformance/emails.ts';

interface Body {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const mails: readonly (readonly [promise: string, rows: readonly (readonly [Body, readonly string[]])[]])[] =
  [
    [
      'the next line is not the code',
      [
        [{ html: '<p>Your code is 493017</p><p>NEVER share it.</p>' }, ['493017']],
        [{ html: '<p>Your code is 493017</p><p>2026 Acme Inc.</p>' }, ['493017']],
        [{ html: '<p>Your code is 493017</p><a>VERIFY NOW</a>' }, ['493017']],
        [{ html: '<p>Your code is 493017</p><p>884213 is your customer number</p>' }, ['493017']],
        [{ html: '<p>Your code is below</p><p><a href="x">VERIFY NOW</a></p><p>493017</p>' }, ['493017']],
        [{ html: '<p>Enter the code:</p><h1>493017</h1><p>PLEASE do not share</p>' }, ['493017']],
      ],
    ],
    [
      'a one-time password is a code, whatever its letters',
      [
        [{ text: 'Enter K7XQ2M as your one-time password.' }, ['K7XQ2M']],
        [{ text: 'K7XQ2M is your one-time password' }, ['K7XQ2M']],
        [{ html: '<p>Your single-use password</p><p>K7XQ2M</p>' }, ['K7XQ2M']],
        [{ text: 'Votre mot de passe à usage unique est K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Tu contraseña de un solo uso es K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Uw eenmalig wachtwoord is K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Twoje jednorazowe hasło to K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Ваш одноразовый пароль: K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Tek kullanımlık şifreniz: K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Ihr Einmal-Passwort lautet K7XQ2M.' }, ['K7XQ2M']],
        [{ text: 'Parola dvs. unică: K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'K7XQ2M to jednorazowe hasło do Acme.' }, ['K7XQ2M']],
        [{ text: 'Sandi satu kali pakai ini K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Gamitin ang one-time password na ito K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Koodhkaaga waa: K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Use AES256 for the one-time password store.' }, []],
        [{ text: 'Use SHA256 as your password hash.' }, []],
        [{ text: 'Use SAVE20 with your account password.' }, []],
      ],
    ],
    [
      'a code may touch a language without blanks, and a name in Latin letters may be in it',
      [
        [{ text: 'K7XQ2M 是你的 Acme 验证码。' }, ['K7XQ2M']],
        [{ text: 'K7XQ2M 是您在 Acme 的一次性密码。' }, ['K7XQ2M']],
        [{ text: 'K7XQ2MはAcmeの確認コードです。' }, ['K7XQ2M']],
        [{ text: 'Acme 인증 코드는 -K7XQ2M-입니다.' }, ['K7XQ2M']],
        [{ text: 'ລະຫັດK7XQ2M' }, ['K7XQ2M']],
        [{ text: '订单493017的发票' }, []],
        [{ text: '493017件のレコードを選択しました' }, []],
        [{ text: '493017 レコード' }, []],
      ],
    ],
    [
      'a made-up word that a mail asks to enter is a code, and the name of a thing is none',
      [
        [{ text: 'Geben Sie K7XQ2M ein, um Ihre E-Mail-Adresse zu bestätigen.' }, ['K7XQ2M']],
        [{ text: 'Voer K7XQ2M in om uw e-mailadres te bevestigen.' }, ['K7XQ2M']],
        [{ text: 'Ange K7XQ2M för att bekräfta din e-postadress.' }, ['K7XQ2M']],
        [{ text: 'Indtast K7XQ2M for at bekræfte din e-mailadresse.' }, ['K7XQ2M']],
        [{ text: 'Skriv inn K7XQ2M for å bekrefte e-postadressen din.' }, ['K7XQ2M']],
        [{ text: 'Wpisz K7XQ2M, aby potwierdzić swój adres e-mail.' }, ['K7XQ2M']],
        [{ text: 'Введите K7XQ2M, чтобы подтвердить адрес.' }, ['K7XQ2M']],
        [{ text: 'Введіть K7XQ2M, щоб підтвердити адресу.' }, ['K7XQ2M']],
        [{ text: 'Zadejte K7XQ2M pro ověření vaší e-mailové adresy.' }, ['K7XQ2M']],
        [{ text: 'Syötä K7XQ2M vahvistaaksesi sähköpostiosoitteesi.' }, ['K7XQ2M']],
        [{ text: 'Introduceți K7XQ2M pentru a confirma adresa.' }, ['K7XQ2M']],
        [{ text: 'Masukkan K7XQ2M untuk memverifikasi email Anda.' }, ['K7XQ2M']],
        [{ text: 'Inserisci K7XQ2M per confermare il tuo indirizzo.' }, ['K7XQ2M']],
        [{ text: 'Introduce K7XQ2M para verificar tu correo.' }, ['K7XQ2M']],
        [{ text: 'Digite K7XQ2M para confirmar seu e-mail.' }, ['K7XQ2M']],
        [{ text: 'Saisissez K7XQ2M pour confirmer votre adresse.' }, ['K7XQ2M']],
        [{ text: 'To verify your account, enter K7XQ2M.' }, ['K7XQ2M']],
        [{ text: 'To see your order, enter 884213 on the page.' }, []],
        [{ text: 'Your order code: use 884213 at the counter.' }, []],
        [{ text: 'To confirm your booking, use gate 1203.' }, []],
        [{ text: 'To verify the checksum, use SHA256.' }, []],
        [{ text: 'Use H264 video to sign up' }, []],
        [{ text: 'To confirm your booking, enter the hall at 1030.' }, []],
        [{ text: 'To access your account, use gate 4 and bay 1200.' }, []],
        [{ text: 'Please use 4B6C2D as password for the attached file' }, ['4B6C2D']],
        [{ html: '<p>Please confirm your sign-up with this 8-digit number: 48217730</p>' }, ['48217730']],
        [{ text: 'Enter K7XQ2M to verify your email.' }, ['K7XQ2M']],
        [{ text: 'Your password is K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Enter your PASSWORD to continue' }, []],
      ],
    ],
    [
      'a line below announces all codes of a list',
      [
        [
          {
            html: '<table><tr><td>48217730</td><td>99312284</td></tr><tr><td>11720038</td><td>55190023</td></tr></table><p>These are your backup codes.</p>',
          },
          ['48217730', '99312284', '11720038', '55190023'],
        ],
        [{ html: '<p>Customer number</p><p>884213</p><p>493017</p><p>is your code</p>' }, ['493017']],
      ],
    ],
    [
      'several codes are several codes',
      [
        [
          {
            html: '<p>Your backup codes</p><table><tr><td>4821</td><td>7730</td></tr><tr><td>1928</td><td>5512</td></tr></table>',
          },
          ['4821', '7730', '1928', '5512'],
        ],
        [
          { html: '<p>Your backup codes:</p><pre>4821 7730 1928 5512\n1122 3344 5566 7788</pre>' },
          ['4821', '7730', '1928', '5512', '1122', '3344', '5566', '7788'],
        ],
        [
          { html: '<p>Your backup codes:</p><pre>48217730\n19285512\n11223344</pre>' },
          ['48217730', '19285512', '11223344'],
        ],
        [
          { text: 'Here are your backup codes:\n\n1. 4821-7730\n2. 1928-5512\n3. 1122-3344' },
          ['4821-7730', '1928-5512', '1122-3344'],
        ],
        [{ text: 'Your recovery codes:\nabcde-12345\nfghij-67890' }, ['abcde-12345', 'fghij-67890']],
        [
          { html: '<p>Recovery codes</p><ul><li>48217730</li><li>19285512</li></ul>' },
          ['48217730', '19285512'],
        ],
        [
          { text: 'Save these backup codes. Do not share them.\n\n1. 48217730\n2. 19285512' },
          ['48217730', '19285512'],
        ],
        [{ text: 'Your code is 493017 or 884213' }, ['493017', '884213']],
        [{ text: 'Ваш код: 493017 или 884213' }, ['493017', '884213']],
        [{ text: '您的验证码是493017或884213。' }, ['493017', '884213']],
        [{ text: 'Your codes are K7XQ2M and DJZ4LX.' }, ['K7XQ2M', 'DJZ4LX']],
        [{ text: 'Your code is 493017 and your order number is 884213.' }, ['493017']],
        [{ text: 'Your code is 493017 and 2026 is a year' }, ['493017']],
        [{ text: 'Save 20% with code SPRING20.' }, []],
        [{ text: 'Save $10 with the code WELCOME10' }, []],
        [{ text: 'Do chód: 493017' }, ['493017']],
      ],
    ],
    [
      'a warning above a code does not hide it',
      [
        [{ html: '<p>Use the code below. The code expires in 15 minutes.</p><p>K7XQ2M</p>' }, ['K7XQ2M']],
        [{ html: '<p>Use the code below. The code expires in 15 minutes.</p><p>DJZ-TLX</p>' }, ['DJZ-TLX']],
        [{ text: 'The code below expires in 15 minutes.\n\nK7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Never share this code with anyone.\n\nK7XQ2M' }, ['K7XQ2M']],
      ],
    ],
    [
      'codes of nine to twelve characters follow an explicit word',
      [
        [{ text: 'Your code is 4930172288' }, ['4930172288']],
        [{ text: 'Your verification code is:\n\n493017228811' }, ['493017228811']],
        [{ text: 'Your code is 4930172288111' }, []],
        [{ text: 'Your code: AB12CD34EF56' }, ['AB12CD34EF56']],
      ],
    ],
    [
      'single characters and one pair of groups are one code',
      [
        [{ text: 'Your code is 493 017.' }, ['493017']],
        [{ text: 'Your code is 4 9 3 0 1 7.' }, ['493017']],
        [
          {
            html: '<p>Your code</p><table><tr><td>4</td><td>9</td><td>3</td><td>0</td><td>1</td><td>7</td></tr></table>',
          },
          ['493017'],
        ],
        [
          {
            html: '<p>Your code</p><div><span>4</span><span>9</span><span>3</span><span>0</span><span>1</span><span>7</span></div>',
          },
          ['493017'],
        ],
        [
          {
            html: '<p>Your code</p><div><span>4</span> <span>9</span> <span>3</span> <span>0</span> <span>1</span> <span>7</span></div>',
          },
          ['493017'],
        ],
      ],
    ],
    [
      'labels and sentences name it',
      [
        [
          {
            html: '<table><tr><td>Your code</td><td>493017</td></tr><tr><td>Order number</td><td>884213</td></tr></table>',
          },
          ['493017'],
        ],
        [{ html: '<h1>493017</h1><p>is your Acme verification code.</p>' }, ['493017']],
        [{ text: '493017 is your Acme verification code' }, ['493017']],
        [{ text: 'G-493017 is your Google verification code.' }, ['G-493017']],
        [{ subject: '493017 is your code', text: 'Hi' }, ['493017']],
        [{ text: 'K7XQ2M is your login code' }, ['K7XQ2M']],
        [
          {
            html: '<p>Your login code for Acme is:</p><p style="font-size:32px">KXQPLM</p><p>Acme Inc, 94105 San Francisco</p>',
          },
          ['KXQPLM'],
        ],
        [
          {
            text: 'Hi Nan,\n\nYour verification code is\n\n  7730\n\nThis code is valid for 1440 minutes. If you did not request it, call 4008001234.\n\n2026 Acme Inc.',
          },
          ['7730'],
        ],
        [{ text: 'Use verification code 493017 for Acme authentication.' }, ['493017']],
        [{ text: 'Enter 493017 to confirm your email.' }, ['493017']],
        [{ text: 'Your Acme code is 2026' }, ['2026']],
        [{ text: '© 2026 Acme. Your code is 493017. Case 884213' }, ['493017']],
        [{ text: 'Your code is READY and will be sent.' }, []],
        [
          { text: 'Please enter the following code to sign in to your account on the new\ndevice: 493017' },
          ['493017'],
        ],
        [
          {
            text: 'Dear customer 884213,\nyour one-time password (OTP) is 493017. It is valid for 10 minutes.',
          },
          ['493017'],
        ],
        [{ text: '<#> Your ExampleApp code is: 123ABC78\nFA+9qCX9VSu' }, ['123ABC78']],
      ],
    ],
    [
      'every language has words of its own',
      [
        [{ text: '验证码：493017，5分钟内有效。' }, ['493017']],
        [{ text: '【Acme】您的验证码是493017，如非本人操作请忽略。' }, ['493017']],
        [{ text: '您的登入代碼為 493017' }, ['493017']],
        [{ text: '認証コード: 493017\n有効期限は10分です。' }, ['493017']],
        [{ text: '인증번호 [493017]를 입력해 주세요.' }, ['493017']],
        [{ text: 'Ihr Bestätigungscode lautet 493017. Er ist 10 Minuten gültig.' }, ['493017']],
        [{ text: 'Teie kinnituskood on 493017.' }, ['493017']],
        [{ text: 'உங்கள் சரிபார்ப்புக் குறியீடு 493017' }, ['493017']],
        [{ text: 'Staðfestingarkóðinn þinn er 493017' }, ['493017']],
        [{ text: 'El vostre codi de verificació és 493017' }, ['493017']],
        [{ text: 'თქვენი დამადასტურებელი კოდია 493017' }, ['493017']],
        [{ text: 'Ձեր հաստատման կոդն է՝ 493017' }, ['493017']],
        [{ text: 'Tasdiqlash kodingiz: 493017' }, ['493017']],
        [{ text: 'آپ کا تصدیقی کوڈ 493017 ہے' }, ['493017']],
        [{ text: 'మీ ధృవీకరణ కోడ్ 493017' }, ['493017']],
        [{ text: 'ನಿಮ್ಮ ಪರಿಶೀಲನಾ ಕೋಡ್ 493017' }, ['493017']],
        [{ text: 'നിങ്ങളുടെ സ്ഥിരീകരണ കോഡ് 493017 ആണ്' }, ['493017']],
        [{ text: 'તમારો ચકાસણી કોડ 493017 છે' }, ['493017']],
        [{ text: 'ਤੁਹਾਡਾ ਪੁਸ਼ਟੀਕਰਨ ਕੋਡ 493017 ਹੈ' }, ['493017']],
        [{ text: 'ଆପଣଙ୍କ ଯାଞ୍ଚ କୋଡ୍ 493017' }, ['493017']],
        [{ text: 'ඔබේ සත්‍යාපන කේතය 493017 වේ' }, ['493017']],
        [{ text: 'លេខកូដផ្ទៀងផ្ទាត់របស់អ្នកគឺ 493017' }, ['493017']],
        [{ text: 'توهان جو تصديقي ڪوڊ 493017 آهي' }, ['493017']],
        [{ text: 'Zure egiaztapen-kodea 493017 da' }, ['493017']],
        [
          { html: '<p>Дарегиңизди ырастаңыз. Төмөндөгү кодду киргизиңиз:</p><p><b>K7XQ2M</b></p>' },
          ['K7XQ2M'],
        ],
        [{ text: 'Tasdiqlash uchun quyidagi kodni kiriting:\n\n7730' }, ['7730']],
        [{ text: 'Уголовный кодекс 4821, статья 2026' }, []],
        [{ text: 'Сиздин ырастоо кодуңуз: 493017' }, ['493017']],
        [{ text: 'Kodea: K7XQ2M' }, ['K7XQ2M']],
        [{ text: 'Doğrulama kodunuz K7XQ2M' }, ['K7XQ2M']],
      ],
    ],
    [
      'a number that is no code is not found',
      [
        [{ text: 'Save up to 50 dollars! Use code SUMMER25 today.' }, []],
        [{ text: 'K7XQ2M doğrulama kodunuzdur' }, ['K7XQ2M']],
        [
          { text: 'Dear Nan,\nyour order 493017 has shipped. Use code SAVE2026 at checkout for 20% off.' },
          [],
        ],
        [{ text: 'Invoice 493017\nAmount 1999 EUR\nThank you!' }, []],
        [
          {
            html: '<table><tr><td>Visitors</td><td>48213</td></tr><tr><td>Clicks</td><td>1928</td></tr></table><p>Build 4821 passed with exit code 1234</p>',
          },
          [],
        ],
        [{ text: 'Scan the QR code at gate 4821.' }, []],
        [{ text: 'Your postcode 94105 is not served yet.' }, []],
        [{ text: 'New commit 4821733 in code review' }, []],
        [{ text: 'We value your feedback. Code of conduct: see section 2026.' }, []],
        [{ text: 'Your verification code was sent to +49 151 4930172' }, []],
        [
          { text: 'If you did not request a code, ignore this mail or call 4008001234.\nAcme, 10115 Berlin' },
          [],
        ],
        [{ text: 'The source code of release 20261 is on GitHub. Download 48213 lines.' }, []],
        [
          {
            html: '<p>Reset your password with the button.</p><p><a>RESET PASSWORD</a></p><p>Or paste the code into the app.</p><p>Acme, 500 Howard Street, 94105</p>',
          },
          [],
        ],
      ],
    ],
  ];

test.for(mails)('codes(): %s', async ([, rows]) => {
  const found = [];
  for (const [body] of rows) {
    const sandbox = createSandbox();
    await send(sandbox, { html: undefined, text: undefined, ...body });
    found.push([body, sandbox.mailbox.latest()?.codes()]);
  }
  expect(found).toEqual(rows);
});

test('the guide lists every language in which codes are found', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/testing.md'), 'utf8');
  const [, listed = ''] = /Mail may be in any of these languages: (.*)\.$/m.exec(guide) ?? [];
  expect(listed.split(/, | and /)).toEqual(Object.keys(codeLanguages));
});
