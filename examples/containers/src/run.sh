#!/usr/bin/env bash
# Runs the sandbox as a container.
set -euo pipefail

# #region run
docker run --rm --publish 127.0.0.1:4010:4010 mailrig/sandbox
# #endregion run

# #region options
docker run --rm --publish 127.0.0.1:4010:4010 \
  --env MAILRIG_SANDBOX_CLOCK=manual \
  --env MAILRIG_SANDBOX_SEED=seed.yaml --volume "$PWD/seed.yaml:/home/node/seed.yaml:ro" \
  mailrig/sandbox
# #endregion options

# #region state
docker run --rm --publish 127.0.0.1:4010:4010 \
  --env MAILRIG_SANDBOX_STATE=state.db --volume mailrig:/home/node \
  mailrig/sandbox
# #endregion state
