# #region crashes
npx @mailrig/sandbox sweep --crashes --before 'rm -f invoices.db*' -- node src/worker.ts
# #endregion crashes

# #region fixed
npx @mailrig/sandbox sweep --crashes --before 'rm -f invoices.db*' -- node src/worker-fixed.ts
# #endregion fixed

# #region python
npx @mailrig/sandbox sweep --faults --before 'rm -f invoices.db*' -- python3 src/worker.py
# #endregion python

# #region python-fixed
npx @mailrig/sandbox sweep --before 'rm -f invoices.db*' -- python3 src/worker_fixed.py
# #endregion python-fixed
