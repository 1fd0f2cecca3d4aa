#!/bin/sh
# Calibrates a sandbox over the deployment at $MAILRIG_BASE_URL, then compares the two.
set -e

# #region dry-run
npx @mailrig/sandbox calibrate --dry-run
# #endregion dry-run

# #region calibrate
npx @mailrig/sandbox calibrate
# #endregion calibrate

# #region compare
npx @mailrig/sandbox compare --wire mailrig.wire.json
# #endregion compare
