CREATE TABLE IF NOT EXISTS invoices (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL,
  is_sent INTEGER NOT NULL DEFAULT 0
);
INSERT OR IGNORE INTO invoices (id, email) VALUES (1, 'ada@example.org');
