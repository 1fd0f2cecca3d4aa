/** What a word next to a number says about it. */
export type WordKind =
  /** It names a one-time code: "code", "PIN", "認証番号". */
  | 'code'
  /** It belongs to such mail without naming the code: "verification", "password". */
  | 'hint'
  /** It names another number: "order", "customer", "©". */
  | 'other'
  /** It may stand between such a word and its number: "is", "no.", "votre". */
  | 'filler'
  /** A filler that says that the number follows or went before: "is", "lautet", "est". */
  | 'link'
  /** The number is a time, a place or a recipient: "in", "until", "to". */
  | 'before-other'
  /** It asks for the number: "enter", "use". */
  | 'verb'
  | undefined;

/** A pattern that is made when it is first used: to read all of them takes milliseconds, and most programs use none. */
function pattern(source: string, flags: string): Pick<RegExp, 'test'> {
  let made: RegExp | undefined;
  return { test: (text) => (made ??= new RegExp(source, flags)).test(text) };
}

/** Endings of words for a code in languages that use the Latin alphabet, without accents. */
const code = pattern(
  String.raw`^(?:otps?|totp|pins?|pincode|pinkod|cod|codul|codului|tan)$|(?:codes?|codigos?|codic[ei]|kod|kod(?:ai|as|a|odat|od|em|en|er|es|et|e|i|s|unuz|unu|un|uz|u|y)|kooditunnus|koodi|koodin|koodisi|einmalpasswort|einmalkennwort)$`,
  '',
);
/** Words for a code in other alphabets, anywhere in a word: some of these languages put no blanks between words. */
const codeAnywhere = pattern(
  String.raw`код(?:а|у|ы|ом|ът)?$|κωδικ(?:ος|ο|ου|ό|ός)$|^ה?קוד(?:$|ך)|رمز|كود|کد(?:$|ت)|कोड|ओटीपी|কোড|குறியீடு|รหัส|验证码|驗證碼|校验码|校驗碼|动态码|動態碼|动态密码|安全码|安全碼|确认码|確認碼|认证码|認證碼|授权码|登录码|登入碼|一次性密码|コード|認証番号|確認番号|暗証番号|ワンタイム|코드|인증번호|확인번호|보안번호|일회용`,
  'u',
);
/** Words that look like one for a code, and are none. */
const otherCode = pattern(
  String.raw`^(?:barcodes?|qrcodes?|postcodes?|postkode|zipcodes?|promocodes?|(?:gutschein|rabatt|aktions|kortings|promo|voucher|bonus|gift|kampanj|rabat)(?:code|codes|kod|koden|kode)|unicode|encode|decode|sourcecode|geocode|vscode|opencode|leetcode|xcode|gitcode|.*(?:land|area|order|product|artikel|fehler|error|tracking|status)codes?)$|промокод|מיקוד|クーポンコード|バーコード|注文コード|郵便|优惠码|優惠碼|邮政编码|ไปรษณีย์|쿠폰코드`,
  'u',
);
/** Beside a word for a code, these make it another one: "promo code", "code postal", "código de descuento". */
const qualifier = pattern(
  String.raw`^(?:of|lines?|zip|post|postal[ae]?|poststempel|promo\p{L}*|discount|coupon|cupon|voucher|gift|referral|area|country|dial\p{L}*|error|status|exit|http|tracking|qr|bar|barres|barras|barre|source|dress|product|produit|producto|produto|prodotto|item|sku|order|commande|pedido|ordine|booking|reservation|reserva|reservacion|prenotazione|swift|sort|bank|currency|language|tax|fiscal[e]?|reduction|remise|descuento|desconto|sconto|rabat\p{L}*|pocztow\p{L}*|postal|post[aă]|pos|indirim|kampanya|suivi|seguimiento|rastreo|country|iso|morse|building|color|colour|hex|почтовый|товара|заказа|البريدي|پستی|bưu|giảm|đơn)$`,
  'u',
);

const hint = pattern(
  String.raw`^(?:verif\p{L}*|confirm\p{L}*|authenti\p{L}*|autenti\p{L}*|bestatig\p{L}*|einmal\p{L}*|one|onetime|time|2fa|mfa|security|sicherheit\p{L}*|securite|seguridad|seguranca|sicurezza|acces[os]*|access|zugang\p{L}*|login|log|sign|signin|anmelde\p{L}*|connexion|password|passwort|kennwort|passord|losenord|lozenkod|contrasena|senha|wachtwoord|haslo|heslo|passcode|token|usage|unique|uso|unico|temporary|temporares?|provisoire|dogrulama|sifre|sifreniz|parola|tunnusluku|weryfikac\p{L}*|overovac\p{L}*|xac|minh|verifikasi|подтвержд\p{L}*|пароль|доступа|безопасности|подтверждения|התחברות|אימות|تحقق|التحقق|التأكيد|clave|mot|passe)$|密码|密碼|パスワード|인증|비밀번호`,
  'u',
);

const other = pattern(
  String.raw`^(?:orders?|bestell\p{L}*|auftrag\p{L}*|commande|pedidos?|ordine|ordre\p{L}*|zamowien\p{L}*|objednavk\p{L}*|siparis\p{L}*|rendeles\p{L}*|pesanan|invoices?|rechnung\p{L}*|facture?s?|facturas?|fattura|fatura|faktu\p{L}*|factuur\p{L}*|receipts?|tickets?|case|vorgang\p{L}*|ref|reference|referenz\p{L}*|referencia|riferimento|accounts?|acct|konto\p{L}*|kontonummer|compte|cuenta|conta|conto|customers?|kunden\p{L}*|kundennummer|klant\p{L}*|kund\p{L}*|clients?|clientes?|klient\p{L}*|users?|benutzer\p{L}*|utilisateur|usuario|utente|members?|mitglied\p{L}*|membre|tracking|trackid|sendung\p{L}*|suivi|shipments?|parcel|paket\p{L}*|booking|buchung\p{L}*|reservation|reservierung\p{L}*|reserva|prenotazione|zip|plz|postal|cep|phone|tel|telefon\p{L}*|telephone|telefono|telefone|telefoon\p{L}*|fax|call|mobile|handy|sms|street|str|strasse|suite|ste|box|postfach|room|zimmer|floor|flight|flug|gate|card|karte|carte|tarjeta|cartao|ending|endet|endend|version|build|release|year|jahr|since|copyright|serial|seriennummer|sku|item|product|article|artikel\p{L}*|model|vat|tax|ust\p{L}*|hrb|siren|siret|abn|kvk|iban|bic|ext|extension|durchwahl|id|ids|extn|page|seite|line|port|error|fehler|total|summe|subtotal|amount|betrag|balance|guthaben|points?|punkte|score|rank|steps|visitors|views|followers|device|transaction|transaktion|txn|payment|zahlung|contract|vertrag\p{L}*|policy|police|registration|license|licence|batch|lot|claim|заказ\p{L}*|счет\p{L}*|клиент\p{L}*|телефон\p{L}*|индекс|пользовател\p{L}*|замовлення|הזמנה|טלפון|طلب|الطلب|طلبك|فاتورة|هاتف|حساب|đơn|hàng|hotline|سفارش)$|^[©№#]+$|订单|訂單|发票|發票|客户|客戶|会员|會員|电话|電話|邮编|注文|請求|お客様|予約|会員|伝票|주문|송장|우편|전화|예약|고객|회원`,
  'u',
);

const link = pattern(
  String.raw`^(?:is|are|ist|lautet|sind|est|es|e|sao|sono|ar|er|on|jest|este|je|as|adalah|ialah|la|als|como|comme|come|как|هو|هي|است|הוא)$|[是为為は은는が]$|です|입니다`,
  'u',
);

const filler = pattern(
  String.raw`^(?:number|num|no|nr|nummer|numero|numer|n|o|your|you|the|a|this|dein|ihr|deine|ihre|votre|vos|ton|le|un|tu|su|el|seu|sua|o|il|tuo|lo|je|uw|din|ditt|ditt|twoj|ваш|твой|de|del|della|di|da|do|d|van|voor|von|fur|for|pour|para|per|pro|til|here|now|following|below|der|die|das|zur|zum|za|moi|anda|kamu|cua|ban|bạn|của)$|^(?:您的|您|的|あなたの|番号|번호|号码|號碼|編號|编号)$`,
  'u',
);

const beforeOther = pattern(
  String.raw`^(?:to|at|in|by|until|till|since|before|after|from|than|over|about|around|vor|nach|bis|um|ab|seit|avant|apres|depuis|jusqu|antes|hasta|desde|fino|entro|до|после|с)$`,
  '',
);

const verb = pattern(
  String.raw`^(?:enter|use|type|input|gib|geben|verwende[n]?|nutze[n]?|saisis\p{L}*|entrez|utilisez|ingresa|introduce|usa|utiliza|digite|insira|inserisci|voer|gebruik|ange|wpisz|введите)$`,
  'u',
);

/** Words for a discount: in such a sentence, a code is one for the shop. */
const discount = pattern(
  String.raw`(?:^|[^\p{L}])(?:checkout|discounts?|coupons?|vouchers?|promo\p{L}*|sale|save|% off|off your|free shipping|black friday|rabatt\p{L}*|gutschein\p{L}*|r[eé]ductions?|remise|descuentos?|cup[oó]n|descontos?|cupom|sconto|sconti|korting\p{L}*|rabat\p{L}*|indirim\p{L}*|скидк\p{L}*|промокод\p{L}*|zniżk\p{L}*|gift card|referral)(?!\p{L})|优惠|優惠|折扣|クーポン|割引|할인|쿠폰|خصم`,
  'iu',
);

/** Sentences about what to do with mail that one did not ask for: the code in them is not the next number. */
const unasked = pattern(
  String.raw`(?:did(?:n['’]t| not)|have(?:n['’]t| not)|never|wasn['’]t|not you|ignore|disregard|nicht angefordert|nicht selbst|ignorier|ignore[rz]|n['’]avez pas|n['’]êtes pas|no solicit|no has solicit|no fuiste|ignora|não solicit|non hai richiesto|niet aangevraagd|negeer|har inte|ikke bedt|nie prosi|zignoruj|не запрашивал|игнорир|如果不是|如非|忽略|心当たり|무시|본인이|never share|do not share|don['’]t share|teile|ne partagez|no compartas|expires?|expire|gültig|läuft|valable|caduca|vence|scade|verloopt|utgår|wygasa|истекает|действ|有効期限|有效|过期|만료)`,
  'iu',
);

/** What follows a number that counts something. */
const unit = pattern(
  String.raw`^\s{0,2}(?:[%‰€$£¥₹°]|(?:minutes?|mins?|minuten|minutos|minuti|minut\p{L}*|hours?|stunden?|heures?|horas|seconds?|sekunden|secondes|segundos|days?|tagen?|jours|días|dias|users?|people|steps|points?|punkte|items?|views|visitors|followers|km|kg|kb|mb|gb|px|pm|am|uhr|eur|euros?|usd|gbp|chf|jpy|dollars?|kr|zł|руб|минут\p{L}*|секунд\p{L}*|times|miles|characters|zeichen|orders|credits|tokens|emails?|messages|members|new|lines?|results?|street|st|avenue|ave|road|rd|boulevard|blvd|lane|drive)(?!\p{L}))|^\s{0,2}(?:年|分|秒|円|元|人|件|ポイント|분|초|년|원|명)`,
  'iu',
);

export const isDiscount = (text: string) => discount.test(text);
export const isUnasked = (text: string) => unasked.test(text);
export const isUnit = (text: string) => unit.test(text);
export const isQualifier = (word: string) => qualifier.test(word);

/** Longer runs of letters are no words, except in languages without blanks, which say the same in fewer. */
const longest = 40;

/** The word as the tables have it: small, and Latin letters without their accents. */
export function plainWord(word: string): string {
  const small = word.slice(0, longest).toLowerCase();
  if (small === 'mã') return 'code';
  return small
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

/** What a plain word says. */
export function kindOf(word: string): WordKind {
  if (otherCode.test(word)) return 'other';
  if (code.test(word) || codeAnywhere.test(word)) return 'code';
  if (other.test(word)) return 'other';
  if (hint.test(word)) return 'hint';
  if (link.test(word)) return 'link';
  if (beforeOther.test(word)) return 'before-other';
  if (verb.test(word)) return 'verb';
  return filler.test(word) ? 'filler' : undefined;
}
