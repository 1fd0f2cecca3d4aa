#!/bin/sh
# Drives the sandbox at $SANDBOX the way a test in any language would.
set -eu
: "${SANDBOX:=http://127.0.0.1:4010}"

# #region reset
curl -fsS -X POST "$SANDBOX/_sandbox/reset"
curl -fsS "$SANDBOX/_sandbox/clock" -d '{"freeze":true}'
# #endregion reset

# #region send
curl -fsS "$SANDBOX/api/v1/emails" \
  -H 'Authorization: Bearer sk_live_sandbox' -H 'Content-Type: application/json' \
  -d '{"from":"ada@example.com","to":"grace@example.org","subject":"Hello","text":"Your code is 493017."}'
# #endregion send

# #region read
curl -fsS "$SANDBOX/_sandbox/messages/latest?to=grace@example.org&wait=5s"
# #endregion read

# #region search
curl -fsSG "$SANDBOX/_sandbox/messages" --data-urlencode 'q=to:grace -status:failed "your code"'
curl -fsSG "$SANDBOX/_sandbox/requests" --data-urlencode 'q=status:4xx path:/emails'
# #endregion search

# #region list
curl -fsS "$SANDBOX/_sandbox/messages?status=delivered&limit=100"
curl -fsS "$SANDBOX/_sandbox/requests?status=4xx&whole=true"
# #endregion list

# #region clock
curl -fsS "$SANDBOX/_sandbox/clock" -d '{"advance":"24h"}'
# #endregion clock

# #region past
curl -fsS "$SANDBOX/_sandbox/messages?at=1"
curl -fsS "$SANDBOX/_sandbox/rewind" -d '{"to":1}'
curl -fsS -X POST "$SANDBOX/_sandbox/undo"
# #endregion past

# #region fault
curl -fsS "$SANDBOX/_sandbox/faults" \
  -d '{"operation":"sendEmail","times":1,"effect":{"status":503,"retryAfter":2}}'
# #endregion fault

# #region account
curl -fsS "$SANDBOX/_sandbox/accounts" -d '{"domain":{"name":"worker-1.example"},"credits":50}'
curl -fsS "$SANDBOX/_sandbox/messages" -H 'X-Sandbox-Account: default'
# #endregion account

# #region state
curl -fsS -X PATCH "$SANDBOX/_sandbox/accounts/default" -d '{"credits":0}'
curl -fsS "$SANDBOX/_sandbox/suppressions" -d '{"email":"grace@example.org"}'
curl -fsS -X DELETE "$SANDBOX/_sandbox/suppressions/grace@example.org"
# #endregion state

# #region openapi
curl -fsS "$SANDBOX/_sandbox/openapi.json"
# #endregion openapi
