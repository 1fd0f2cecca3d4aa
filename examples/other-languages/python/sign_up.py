# sign_up.py
import json
import os
import urllib.request


def sign_up(address: str) -> str:
    """Sends a new user a code, and returns the id of the email."""
    email = {
        "from": "hello@example.com",
        "to": address,
        "subject": "Confirm your address",
        "text": "Your code is 493017.",
    }
    request = urllib.request.Request(
        os.environ["MAILRIG_BASE_URL"] + "/api/v1/emails",
        data=json.dumps(email).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["MAILRIG_API_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)["data"]["messageId"]
