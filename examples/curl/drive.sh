#!/usr/bin/env bash
# Drives a sandbox with nothing but curl: the control plane can do over HTTP what the TypeScript API
# does in process. Run it against a sandbox that nobody else uses, because it resets it:
#
#   mailrig-sandbox            # in one terminal
#   ./drive.sh                 # in another
#
# Environment: SANDBOX_URL (default http://127.0.0.1:4010), SANDBOX_CONTROL_TOKEN.
set -euo pipefail

url=${SANDBOX_URL:-http://127.0.0.1:4010}
token=${SANDBOX_CONTROL_TOKEN:-none}
live=sk_live_sandbox
json='content-type: application/json'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# control METHOD PATH [BODY]: calls the control plane, without an API key. $account chooses an account.
account=''
control() {
  curl -sS --fail-with-body -X "$1" "$url/_sandbox$2" -H "$json" \
    -H "authorization: Bearer $token" -H "x-sandbox-account: $account" ${3:+--data-binary "$3"}
}

# api METHOD PATH [BODY]: calls the API the way an app would, with the key in $key.
key=$live
api() {
  curl -sS --fail-with-body -X "$1" "$url/api/v1$2" -H "$json" -H "authorization: Bearer $key" ${3:+-d "$3"}
}

# status METHOD PATH [BODY]: calls the API and prints only the status.
status() {
  curl -sS -o "$folder/answer" -w '%{http_code}' -X "$1" "$url/api/v1$2" \
    -H "$json" -H "authorization: Bearer $key" ${3:+-d "$3"}
}

# field NAME: prints the first field with this name in the JSON on stdin.
field() {
  local text
  text=$(cat)
  text=${text#*"\"$1\":"}
  sed -E -e 's/^"([^"]*)".*/\1/' -e t -e 's/[],}].*//' <<<"$text"
}

# same PROMISE ACTUAL EXPECTED: prints the promise, or stops the script if it does not hold.
same() {
  if [ "$2" != "$3" ]; then
    echo "✗ $1: $2 instead of $3" >&2
    exit 1
  fi
  echo "  ✓ $1"
}

# has PROMISE TEXT PART: the same, for part of a text.
has() {
  case $2 in
    *"$3"*) echo "  ✓ $1" ;;
    *)
      echo "✗ $1: no $3 in $2" >&2
      exit 1
      ;;
  esac
}

mail() { # mail TO [MORE FIELDS]
  api POST /emails "{\"from\":\"ada@example.com\",\"to\":\"$1\",\"subject\":\"Hello\",\"html\":\"<p>Your code is 123456</p>\"${2:+,$2}}"
}

echo 'Is it up?'
same 'GET /health says ok' "$(control GET /health | field status)" ok
same 'GET /summary has the clock and the accounts' "$(control GET /summary | grep -c '"accounts"')" 1
control POST /reset
mail undone@example.org >"$folder/undone"
control DELETE '/messages?to=undone@example.org'
control POST /undo
same 'POST /undo takes back a deletion' "$(control GET /messages | field total)" 1
mail later@example.org >"$folder/later"
same 'at shows the past' "$(control GET '/messages?at=1' | field total)" 1
control POST /rewind '{"to":1}'
same 'POST /rewind continues from there' "$(control GET /messages | field total)" 1
control POST /reset
same 'POST /reset empties it' "$(control GET /messages | field total)" 0

echo 'The clock'
same 'it can be frozen' "$(control POST /clock '{"freeze":true}' | field frozen)" true
before=$(control GET /clock | field now)
control POST /clock '{"advance":"1h"}' >"$folder/clock"
[ "$(field now <"$folder/clock")" != "$before" ] && echo '  ✓ it moves when you advance it'
control POST /clock '{"advanceTo":"2099-01-01T00:00:00Z"}' >"$folder/clock"
same 'it moves to a given time' "$(field now <"$folder/clock")" 2099-01-01T00:00:00.000Z

echo 'Sending an email'
receipt=$(mail bob@example.org)
id=$(field id <<<"$receipt")
same 'an email is accepted' "$(field status <<<"$receipt")" queued
same 'nothing happens while the clock is frozen' "$(control GET "/messages/$id" | field status)" queued
control POST /clock '{"runUntilIdle":true}' >/dev/null
same 'it is delivered once the clock has run' "$(control GET "/messages/$id" | field status)" delivered
has 'it is opened' "$(control POST "/messages/$id/events" '{"type":"opened"}')" '"type":"opened"'
has 'a link in it is clicked' \
  "$(control POST "/messages/$id/events" '{"type":"clicked","url":"https://example.com/a"}')" https://example.com/a
bounced=$(mail bounce@example.org | field id)
control POST "/messages/$bounced/events" '{"type":"bounced"}' >/dev/null
same 'another one bounces' "$(control GET "/messages/$bounced" | field status)" bounced
failed=$(mail carol@example.org | field id)
same 'another one can fail' "$(control POST "/messages/$failed/events" '{"type":"failed"}' | field status)" failed

echo 'The mailbox'
same 'messages can be searched' "$(control GET '/messages?q=123456&limit=1' | field total)" 3
has 'the latest one has its codes' "$(control GET '/messages/latest?q=123456')" '"codes":["123456"'
same 'messages can be filtered' "$(control GET '/messages?status=bounced&to=bounce' | field total)" 1
has 'whole messages can be listed' "$(control GET '/messages?to=bounce&whole=true')" '"html":'
has 'a message has its raw form' "$(control GET "/messages/$id/raw")" 'Subject: Hello'
same 'a message has its HTML' "$(control GET "/messages/$id/html")" '<p>Your code is 123456</p>'
has 'a message has its story' "$(control GET "/messages/$id/story")" '"did":"accepted"'
has 'a story can be whole' "$(control GET "/messages/$id/story?whole=true")" '"checks":{'
has 'a message can be checked' "$(control GET "/messages/$id/check?ignore=text-missing")" '"check":"language-missing"'
(
  sleep 0.2
  mail dave@example.org >/dev/null
) &
same 'a call can wait for a message' "$(control GET '/messages?to=dave@example.org&wait=10s' | field total)" 1
wait
control DELETE "/messages/$failed"
same 'one message can be deleted' "$(control GET '/messages?q=status:failed' | field total)" 0
control DELETE /messages
same 'the mailbox can be cleared' "$(control GET /messages | field total)" 0

echo 'An attachment, uploaded in three steps'
printf 'month,revenue\n' >"$folder/report.csv"
upload=$(api POST /attachments/presigned-url '{"filename":"report.csv","contentType":"text/csv","size":14}')
attachment=$(field attachmentId <<<"$upload")
curl -sS --fail-with-body -X PUT "$(field uploadUrl <<<"$upload")" -H 'content-type: text/csv' \
  --data-binary @"$folder/report.csv"
same 'it is confirmed' "$(status POST "/attachments/$attachment/confirm")" 200
id=$(mail bob@example.org "\"attachmentIds\":[\"$attachment\"]" | field id)
same 'it arrives with the email' "$(control GET "/messages/$id/attachments/0")" 'month,revenue'

has 'it is listed with its expiry' "$(control GET '/attachments?limit=1')" '"status":"uploaded"'

echo 'Templates'
control PUT /templates/greeting '{"subject":"Hi {{name}}","text":"Hello {{name}}"}' >/dev/null
has 'a template is stored' "$(control GET /templates)" '"id":"greeting"'
has 'it is previewed, with the variables that it lacks' \
  "$(control POST /template-preview '{"subject":"Hi {{name}}"}')" '"missing":["name"]'
api POST /emails \
  '{"from":"ada@example.com","to":"bob@example.org","templateId":"greeting","variables":{"name":"Bob"}}' >/dev/null
same 'an email uses it' "$(control GET '/messages?limit=1' | field subject)" 'Hi Bob'
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
same 'a rotated key has a working successor' "$(status GET /emails)" 200
same 'the successor expires' "$(control POST "/keys/$key/expire" | field status)" expired
same 'an expired key is refused' "$(status GET /emails)" 401
key=$old
same 'the old key is refused' "$(status GET /emails)" 401
key=$(control POST "/accounts/$account/keys" '{"environment":"test"}' | field key)
same 'a key is revoked' "$(control POST "/keys/$key/revoke" | field status)" revoked
same 'a domain can lose its DNS verification' \
  "$(control PATCH /accounts/default '{"domain":{"dnsVerified":false}}' | field dnsVerified)" false
account=''
key=$live

echo 'Contacts and suppressions'
list=$(api POST /contact-lists '{"name":"Readers"}' | field id)
contact=$(api POST "/contact-lists/$list/contacts" '{"email":"grace@example.org"}' | field id)
same 'a contact unsubscribes' \
  "$(control POST "/contacts/$contact/status" '{"status":"unsubscribed"}' | field status)" unsubscribed
same 'contacts can be searched across lists' "$(control GET '/contacts?q=grace' | field total)" 1
same 'a contact can be read' "$(control GET "/contacts/$contact" | field email)" grace@example.org
has 'lists have their fields and numbers' "$(control GET /contact-lists)" '"unsubscribed":1'
has 'and in one list' "$(control GET "/contacts?list=$list&limit=1")" grace@example.org
control POST /suppressions '{"email":"eve@example.org","reason":"complained"}' >/dev/null
has 'an address is suppressed' "$(control GET /suppressions)" eve@example.org
eve='{"from":"ada@example.com","to":"eve@example.org","subject":"Hello","text":"Hi"}'
same 'a send to it is refused' "$(status POST /emails "$eve")" 400
control DELETE /suppressions/eve@example.org
same 'it can be unsuppressed' "$(status POST /emails "$eve")" 201

echo 'Verification and credits'
control PATCH /accounts/default '{"credits":100}' >/dev/null
same 'the balance can be set' "$(control GET /accounts/default | field credits)" 100
control PUT /verification-results/mallory@example.org '{"result":"risky","riskScore":77}' >/dev/null
has 'a result can be set' "$(control GET /verification-results)" mallory@example.org
verify() { api POST /email-verification/single '{"email":"mallory@example.org"}' | field result; }
same 'verification returns that result' "$(verify)" risky
control DELETE /verification-results/mallory@example.org
same 'the result is cached' "$(verify)" risky
control DELETE /verification-cache
same 'with an empty cache the usual rules apply' "$(verify)" valid
same 'two verifications cost two credits' "$(control GET /accounts/default | field credits)" 98
same 'the ledger says why' "$(control GET '/credits/ledger?limit=1' | field reason)" verification
batch() { api POST /email-verification/batch "{\"emails\":[\"a$1@example.org\",\"b$1@example.org\"]}" | field verificationId; }
one=$(batch 1)
same 'a batch can be completed at once' "$(control POST "/verifications/$one/complete" | field status)" completed
two=$(batch 2)
same 'another one can fail' "$(control POST "/verifications/$two/fail" | field status)" failed
same 'each address has its result' "$(control GET "/verifications/$one/addresses?q=a1" | field result)" valid
three=$(batch 3)
control POST /clock '{"advance":"10s"}' >/dev/null
same 'a third completes on the clock' "$(api GET "/email-verification/$three" | field status)" completed
same 'verifications can be listed' "$(control GET /verifications | field total)" 6

echo 'The rate limit'
has 'each key has its window' "$(control GET /rate-windows)" '"remaining":'

echo 'Faults'
control POST /faults '{"operation":"listEmails","times":1,"effect":{"status":503,"retryAfter":1}}' >/dev/null
same 'one call fails' "$(status GET /emails)" 503
same 'the next one works' "$(status GET /emails)" 200
sent=$(control GET /messages | field total)
control POST /faults '{"operation":"sendEmail","times":1,"phase":"after","effect":{"network":"reset"}}' >/dev/null
if mail bob@example.org >/dev/null 2>&1; then exit 1; else echo '  ✓ a response is lost'; fi
same 'the email was sent anyway' "$(control GET /messages | field total)" $((sent + 1))
fault=$(control POST /faults '{"effect":{"delay":"1m"}}' | field id)
has 'a fault is listed until it is used' "$(control GET /faults)" "$fault"
control DELETE "/faults/$fault"
control DELETE /faults
same 'faults can be removed' "$(control GET /faults)" '{"faults":[]}'

echo 'Requests and events'
same 'the journal lists requests, newest first' \
  "$(control GET '/requests?operation=sendEmail&limit=1' | field operation)" sendEmail
request=$(control GET '/requests?status=201&limit=1' | field requestId)
has 'a request has its response' "$(control GET "/requests/$request")" '"response":{'
control DELETE /requests
same 'the journal can be cleared' "$(control GET /requests | field total)" 0
# The stream never ends by itself.
{ curl -sS --max-time 1 "$url/_sandbox/events?since=0" -H "authorization: Bearer $token" || true; } \
  >"$folder/events" 2>/dev/null
has 'events are streamed' "$(cat "$folder/events")" 'event: email.queued'

echo 'The sandbox itself'
same 'responses can change shape' "$(control PUT /wire '{"preset":"reference"}' | field sendResult)" reference
same 'the shape stays changed' "$(control GET /wire | field sendResult)" reference
has 'a sandbox in memory has no state file' "$(control GET /backup 2>"$folder/status" || true)" NO_STATE_FILE
control GET /snapshot >"$folder/snapshot.json"
has 'a failed test leaves a file without keys' "$(control POST /recording '{"title":"signs up"}')" test.failed
control POST /reset
same 'a reset removes everything' "$(control GET /messages | field total)" 0
control PUT /snapshot @"$folder/snapshot.json"
same 'a snapshot brings it back' "$(control GET /messages | field total)" $((sent + 1))
same 'all indexes and counters are consistent' "$(control GET /check)" '{"problems":[]}'
has 'the decision ledger is served' "$(control GET /decisions)" '"decisions":['
has 'the OpenAPI document is served' "$(control GET /openapi.json)" '"openapi":"3.1'
control POST /reset
same 'POST /reset goes back to the start' "$(control GET /messages | field total)" 0
