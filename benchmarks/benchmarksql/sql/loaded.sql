-- What can only be said once all rows are there: BenchmarkSQL loads items and stock side by side, and
-- gives the history numbers of its own, which the sequence must go on behind.

ALTER TABLE bmsql_stock ADD CONSTRAINT bmsql_stock_item
  FOREIGN KEY (s_i_id) REFERENCES bmsql_item (i_id);

SELECT setval('bmsql_hist_id_seq', (SELECT max(hist_id) FROM bmsql_history));
