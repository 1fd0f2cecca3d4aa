#!/usr/bin/env bash
# Drives a whole sandbox with curl alone: everything that its TypeScript API does, its control plane
# does over HTTP. It needs a sandbox of its own, since it begins and ends with a reset:
#
#   mailrig-sandbox            # in one terminal
#   ./drive.sh                 # in another
#
# Environment: SANDBOX_URL (http://127.0.0.1:4010), SANDBOX_CONTROL_TOKEN (none).
set -euo pipefail

url=${SANDBOX_URL:-http://127.0.0.1:4010}
token=${SANDBOX_CONTROL_TOKEN:-none}
live=sk_live_sandbox
json='content-type: application/json'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# control METHOD PATH [BODY]: calls the control plane. It takes no API key; $account is whose things it is about.
account=''
control() {
  curl -sS --fail-with-body -X "$1" "$url/_sandbox$2" -H "$json" \
    -H "authorization: Bearer $token" -H "x-sandbox-account: $account" ${3:+-d "$3"}
}

# api METHOD PATH [BODY]: calls the API, as an application would, with the key in $key.
key=$live
api() {
  curl -sS --fail-with-body -X "$1" "$url/api/v1$2" -H "$json" -H "authorization: Bearer $key" ${3:+-d "$3"}
}

# status METHOD PATH [BODY]: only the status of an answer of the API.
status() {
  curl -sS -o "$folder/answer" -w '%{http_code}' -X "$1" "$url/api/v1$2" \
    -H "$json" -H "authorization: Bearer $key" ${3:+-d "$3"}
}

# field NAME: the first member of that name in the JSON on stdin.
field() {
  local text
  text=$(cat)
  text=${text#*"\"$1\":"}
  sed -E -e 's/^"([^"]*)".*/\1/' -e t -e 's/[],}].*//' <<<"$text"
}

# same WHAT ACTUAL EXPECTED: says what was shown, or ends the script.
same() {
  if [ "$2" != "$3" ]; then
    echo "✗ $1: $2 instead of $3" >&2
    exit 1
  fi
  echo "  ✓ $1"
}

# has WHAT TEXT PART: the same for a part of a text.
has() {
  case $2 in
    *"$3"*) echo "  ✓ $1" ;;
    *)
      echo "✗ $1: no $3 in $2" >&2
      exit 1
      ;;
  esac
}

mail() { # mail TO [FURTHER MEMBERS]
  api POST /emails "{\"from\":\"ada@example.com\",\"to\":\"$1\",\"subject\":\"Hello\",\"html\":\"<p>Your code is 123456</p>\"${2:+,$2}}"
}

echo 'Is it up?'
same 'GET /health says ok' "$(control GET /health | field status)" ok
control POST /reset
same 'POST /reset begins anew' "$(control GET /messages | field total)" 0

echo 'The clock'
same 'it is stopped' "$(control POST /clock '{"freeze":true}' | field frozen)" true
before=$(control GET /clock | field now)
control POST /clock '{"advance":"1h"}' >"$folder/clock"
[ "$(field now <"$folder/clock")" != "$before" ] && echo '  ✓ it moves when it is told to'
control POST /clock '{"advanceTo":"2099-01-01T00:00:00Z"}' >"$folder/clock"
same 'it moves to a moment' "$(field now <"$folder/clock")" 2099-01-01T00:00:00.000Z

echo 'Sending, and what becomes of it'
receipt=$(mail bob@example.org)
id=$(field id <<<"$receipt")
same 'an email is accepted' "$(field status <<<"$receipt")" queued
same 'nothing happens while the clock stands' "$(control GET "/messages/$id" | field status)" queued
control POST /clock '{"runUntilIdle":true}' >/dev/null
same 'it is delivered when all that is due has happened' "$(control GET "/messages/$id" | field status)" delivered
has 'it is opened' "$(control POST "/messages/$id/events" '{"type":"opened"}')" '"type":"opened"'
has 'a link in it is followed' \
  "$(control POST "/messages/$id/events" '{"type":"clicked","url":"https://example.com/a"}')" https://example.com/a
bounced=$(mail bounce@example.org | field id)
control POST "/messages/$bounced/events" '{"type":"bounced"}' >/dev/null
same 'another one bounces' "$(control GET "/messages/$bounced" | field status)" bounced
failed=$(mail carol@example.org | field id)
same 'another one fails' "$(control POST "/messages/$failed/events" '{"type":"failed"}' | field status)" failed

echo 'The mailbox'
same 'messages are found by what they say' "$(control GET '/messages?q=123456&limit=1' | field total)" 3
same 'messages are found by status' "$(control GET '/messages?status=bounced&to=bounce' | field total)" 1
has 'a message as it would have travelled' "$(control GET "/messages/$id/raw")" 'Subject: Hello'
same 'its HTML' "$(control GET "/messages/$id/html")" '<p>Your code is 123456</p>'
(
  sleep 0.2
  mail dave@example.org >/dev/null
) &
same 'waiting for a message that is yet to come' "$(control GET '/messages?to=dave@example.org&wait=10s' | field total)" 1
wait
control DELETE /messages
same 'the mailbox is emptied' "$(control GET /messages | field total)" 0

echo 'An attachment, uploaded in three steps'
printf 'month,revenue\n' >"$folder/report.csv"
upload=$(api POST /attachments/presigned-url '{"filename":"report.csv","contentType":"text/csv","size":14}')
attachment=$(field attachmentId <<<"$upload")
curl -sS --fail-with-body -X PUT "$(field uploadUrl <<<"$upload")" -H 'content-type: text/csv' \
  --data-binary @"$folder/report.csv"
same 'it is confirmed' "$(status POST "/attachments/$attachment/confirm")" 200
id=$(mail bob@example.org "\"attachmentIds\":[\"$attachment\"]" | field id)
same 'it arrives with the email' "$(control GET "/messages/$id/attachments/0")" 'month,revenue'

echo 'Templates'
control PUT /templates/greeting '{"subject":"Hi {{name}}","text":"Hello {{name}}"}' >/dev/null
has 'a template is stored' "$(control GET /templates)" '"id":"greeting"'
api POST /emails \
  '{"from":"ada@example.com","to":"bob@example.org","templateId":"greeting","variables":{"name":"Bob"}}' >/dev/null
same 'an email is made of it' "$(control GET '/messages?limit=1' | field subject)" 'Hi Bob'
control DELETE /templates/greeting
case $(control GET /templates) in *greeting*) exit 1 ;; *) echo '  ✓ it is removed' ;; esac

echo 'Accounts, keys and domains'
account=$(control POST /accounts '{"domain":{"name":"shop.example"},"credits":5}' | field id)
has 'a second account is opened' "$(control GET /accounts)" shop.example
same 'it starts with its credits' "$(control GET /accounts/default | field credits)" 5
key=$(control POST "/accounts/$account/keys" '{"environment":"live"}' | field key)
same 'a new key works' "$(status GET /emails)" 200
old=$key
key=$(control POST "/keys/$old/rotate" | field key)
same 'its successor works' "$(status GET /emails)" 200
same 'the successor expires' "$(control POST "/keys/$key/expire" | field status)" expired
same 'an expired key is refused' "$(status GET /emails)" 401
key=$old
same 'a rotated key is refused' "$(status GET /emails)" 401
key=$(control POST "/accounts/$account/keys" '{"environment":"test"}' | field key)
same 'a key is revoked' "$(control POST "/keys/$key/revoke" | field status)" revoked
same 'a domain loses its DNS records' \
  "$(control PATCH /accounts/default '{"domain":{"dnsVerified":false}}' | field dnsVerified)" false
account=''
key=$live

echo 'Contacts and suppressions'
list=$(api POST /contact-lists '{"name":"Readers"}' | field id)
contact=$(api POST "/contact-lists/$list/contacts" '{"email":"grace@example.org"}' | field id)
same 'a contact leaves the list' \
  "$(control POST "/contacts/$contact/status" '{"status":"unsubscribed"}' | field status)" unsubscribed
same 'it is found in all lists' "$(control GET '/contacts?q=grace' | field total)" 1
same 'the contact is looked at' "$(control GET "/contacts/$contact" | field email)" grace@example.org
control POST /suppressions '{"email":"eve@example.org","reason":"complaint"}' >/dev/null
has 'an address is suppressed' "$(control GET /suppressions)" eve@example.org
eve='{"from":"ada@example.com","to":"eve@example.org","subject":"Hello","text":"Hi"}'
same 'nothing goes to it' "$(status POST /emails "$eve")" 400
control DELETE /suppressions/eve@example.org
same 'it is taken off the list' "$(status POST /emails "$eve")" 201

echo 'Verification and credits'
control PUT /credits '{"balance":100}' >/dev/null
same 'the balance is set' "$(control GET /credits | field balance)" 100
control PUT /verification-results/mallory@example.org '{"result":"risky","riskScore":77}' >/dev/null
has 'what was set is listed' "$(control GET /verification-results)" mallory@example.org
verify() { api POST /email-verification/single '{"email":"mallory@example.org"}' | field result; }
same 'an address is found to be what was set' "$(verify)" risky
control DELETE /verification-results/mallory@example.org
same 'the finding is cached' "$(verify)" risky
control DELETE /verification-cache
same 'without the cache the rules decide' "$(verify)" valid
same 'each verification was paid for' "$(control GET /credits | field balance)" 98
same 'the ledger says for what' "$(control GET '/credits/ledger?limit=1' | field reason)" verification
batch() { api POST /email-verification/batch "{\"emails\":[\"a$1@example.org\",\"b$1@example.org\"]}" | field verificationId; }
one=$(batch 1)
same 'a batch is completed at once' "$(control POST "/verifications/$one/complete" | field status)" completed
two=$(batch 2)
same 'another one fails' "$(control POST "/verifications/$two/fail" | field status)" failed
three=$(batch 3)
control POST /clock '{"advance":"10s"}' >/dev/null
same 'a third takes its time' "$(api GET "/email-verification/$three" | field status)" completed
same 'all verifications are listed' "$(control GET /verifications | field total)" 6

echo 'Faults'
control POST /faults '{"operation":"listEmails","times":1,"effect":{"status":503,"retryAfter":1}}' >/dev/null
same 'one call goes wrong' "$(status GET /emails)" 503
same 'the next one does not' "$(status GET /emails)" 200
sent=$(control GET /messages | field total)
control POST /faults '{"operation":"sendEmail","times":1,"phase":"after","effect":{"network":"reset"}}' >/dev/null
if mail bob@example.org >/dev/null 2>&1; then exit 1; else echo '  ✓ an answer is lost'; fi
same 'what was asked for is done all the same' "$(control GET /messages | field total)" $((sent + 1))
fault=$(control POST /faults '{"effect":{"delay":"1m"}}' | field id)
has 'a fault is yet to strike' "$(control GET /faults)" "$fault"
control DELETE "/faults/$fault"
control DELETE /faults
same 'it is taken back' "$(control GET /faults)" '{"faults":[]}'

echo 'What was asked, and what happened'
same 'the journal has the calls, newest first' \
  "$(control GET '/requests?operation=sendEmail&limit=1' | field operation)" sendEmail
control DELETE /requests
same 'the journal is emptied' "$(control GET /requests | field total)" 0
# The stream never ends by itself.
{ curl -sS --max-time 1 "$url/_sandbox/events?since=0" -H "authorization: Bearer $token" || true; } \
  >"$folder/events" 2>/dev/null
has 'events are streamed' "$(cat "$folder/events")" 'event: email.queued'

echo 'The sandbox itself'
same 'answers take another shape' "$(control PUT /wire '{"preset":"reference"}' | field sendResult)" reference
same 'that shape stays' "$(control GET /wire | field sendResult)" reference
control GET /snapshot >"$folder/snapshot.json"
control POST /reset
same 'everything is gone' "$(control GET /messages | field total)" 0
control PUT /snapshot @"$folder/snapshot.json"
same 'everything is back' "$(control GET /messages | field total)" $((sent + 1))
same 'all indexes and counters agree' "$(control GET /check)" '{"problems":[]}'
has 'its decisions are listed' "$(control GET /decisions)" '"decisions":['
has 'its API is described' "$(control GET /openapi.json)" '"openapi":"3.1'
control POST /reset
same 'POST /reset goes back to the start' "$(control GET /messages | field total)" 0
