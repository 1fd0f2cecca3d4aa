#!/usr/bin/env bash
# Runs the specs against an app and a sandbox.
set -euo pipefail

# #region servers
npx @mailrig/sandbox &
export MAILRIG_BASE_URL=http://127.0.0.1:4010 MAILRIG_API_KEY=sk_live_sandbox
npm start &
# #endregion servers

# #region specs
npx cypress run
# #endregion specs
