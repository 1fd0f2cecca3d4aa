#!/bin/sh
# Records the app in front of the deployment at $DEPLOYMENT, then compares a sandbox with it.

# #region record
npx mailrig-sandbox record --base-url $DEPLOYMENT --out recording.jsonl
# #endregion record

# #region replay
npx mailrig-sandbox replay --recording recording.jsonl
# #endregion replay
