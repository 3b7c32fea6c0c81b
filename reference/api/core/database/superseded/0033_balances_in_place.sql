-- Rows that are computed again are updated in their own page, without new entries of the indexes.
ALTER TABLE "balances" SET (fillfactor = 70);
