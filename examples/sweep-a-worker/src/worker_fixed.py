# src/worker_fixed.py
import json
import os
import pathlib
import sqlite3
import urllib.request

ATTEMPTS = 3


def send(invoice: int, address: str) -> None:
    """Sends one invoice. Tries again if there is no answer, or a bad one."""
    email = {
        "from": "billing@example.com",
        "to": address,
        "subject": f"Invoice {invoice}",
        "text": "Thank you for your order.",
    }
    request = urllib.request.Request(
        os.environ["MAILRIG_BASE_URL"] + "/api/v1/emails",
        data=json.dumps(email).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["MAILRIG_API_KEY"],
            "Content-Type": "application/json",
            # #region key
            "Idempotency-Key": f"invoice-{invoice}",
            # #endregion key
        },
    )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                json.load(response)
            return
        except (OSError, ValueError):
            if attempt == ATTEMPTS:
                raise


# Sends the invoices that are not sent yet, and marks them.
database = sqlite3.connect("invoices.db")
database.executescript(pathlib.Path(__file__).with_name("invoices.sql").read_text())
invoices = database.execute("SELECT id, email FROM invoices WHERE is_sent = 0 ORDER BY id").fetchall()
for invoice, address in invoices:
    send(invoice, address)
    database.execute("UPDATE invoices SET is_sent = 1 WHERE id = ?", (invoice,))
    database.commit()
