# test_sign_up.py
import json
import os
import unittest
import urllib.request
from urllib.parse import urlencode

from sign_up import sign_up


def sandbox(path, body=None):
    """Calls the control plane of the sandbox. A body makes it a POST."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        os.environ["MAILRIG_BASE_URL"] + "/_sandbox" + path,
        data=data,
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        text = response.read()
        return json.loads(text) if text else None


def latest(to):
    """The newest email to an address. Waits up to five seconds for one."""
    return sandbox("/messages/latest?" + urlencode({"to": to, "wait": "5s"}))


class SignUpTest(unittest.TestCase):
    def setUp(self):
        sandbox("/reset", {})
        sandbox("/clock", {"freeze": True})

    def test_a_new_user_gets_a_code(self):
        sign_up("grace@example.org")
        self.assertEqual(latest("grace@example.org")["codes"], ["493017"])

    def test_the_email_arrives_after_two_seconds(self):
        sign_up("grace@example.org")
        self.assertEqual(latest("grace@example.org")["status"], "queued")
        sandbox("/clock", {"advance": "2s"})
        self.assertEqual(latest("grace@example.org")["status"], "delivered")


if __name__ == "__main__":
    unittest.main()
