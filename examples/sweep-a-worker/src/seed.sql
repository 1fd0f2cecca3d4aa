CREATE TABLE invoices (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  is_sent INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO invoices (id, email) VALUES (1, 'ada@example.org'), (2, 'grace@example.org');
