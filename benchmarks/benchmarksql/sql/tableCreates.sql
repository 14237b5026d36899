-- The tables of BenchmarkSQL as we would make them on MoSQL: keys and foreign keys from the start,
-- parents before children, so that every loaded row is checked. One foreign key has to wait for
-- loaded.sql, since BenchmarkSQL loads items and stock side by side.

CREATE TABLE bmsql_config (
  cfg_name varchar(30) PRIMARY KEY,
  cfg_value varchar(50)
);

CREATE TABLE bmsql_warehouse (
  w_id integer PRIMARY KEY,
  w_name varchar(10),
  w_street_1 varchar(20), w_street_2 varchar(20), w_city varchar(20), w_state char(2), w_zip char(9),
  w_tax decimal(4,4),
  w_ytd decimal(12,2)
);

CREATE TABLE bmsql_item (
  i_id integer PRIMARY KEY,
  i_im_id integer,
  i_name varchar(24),
  i_price decimal(5,2),
  i_data varchar(50)
);

CREATE TABLE bmsql_district (
  d_w_id integer REFERENCES bmsql_warehouse (w_id),
  d_id integer,
  d_name varchar(10),
  d_street_1 varchar(20), d_street_2 varchar(20), d_city varchar(20), d_state char(2), d_zip char(9),
  d_tax decimal(4,4),
  d_ytd decimal(12,2),
  d_next_o_id integer,
  PRIMARY KEY (d_w_id, d_id)
);

CREATE TABLE bmsql_customer (
  c_w_id integer,
  c_d_id integer,
  c_id integer,
  c_first varchar(16), c_middle char(2), c_last varchar(16),
  c_street_1 varchar(20), c_street_2 varchar(20), c_city varchar(20), c_state char(2), c_zip char(9),
  c_phone char(16),
  c_since timestamp,
  c_credit char(2),
  c_credit_lim decimal(12,2),
  c_discount decimal(4,4),
  c_balance decimal(12,2),
  c_ytd_payment decimal(12,2),
  c_payment_cnt integer,
  c_delivery_cnt integer,
  c_data varchar(500),
  PRIMARY KEY (c_w_id, c_d_id, c_id),
  FOREIGN KEY (c_w_id, c_d_id) REFERENCES bmsql_district (d_w_id, d_id)
);
CREATE INDEX bmsql_customer_name ON bmsql_customer (c_w_id, c_d_id, c_last, c_first);

-- The run leaves hist_id out, the loader gives it.
CREATE SEQUENCE bmsql_hist_id_seq;
CREATE TABLE bmsql_history (
  hist_id integer DEFAULT nextval('bmsql_hist_id_seq') PRIMARY KEY,
  h_c_id integer, h_c_d_id integer, h_c_w_id integer,
  h_d_id integer, h_w_id integer,
  h_date timestamp,
  h_amount decimal(6,2),
  h_data varchar(24),
  FOREIGN KEY (h_c_w_id, h_c_d_id, h_c_id) REFERENCES bmsql_customer (c_w_id, c_d_id, c_id),
  FOREIGN KEY (h_w_id, h_d_id) REFERENCES bmsql_district (d_w_id, d_id)
);

CREATE TABLE bmsql_stock (
  s_w_id integer REFERENCES bmsql_warehouse (w_id),
  s_i_id integer,
  s_quantity integer,
  s_ytd integer,
  s_order_cnt integer,
  s_remote_cnt integer,
  s_data varchar(50),
  s_dist_01 char(24), s_dist_02 char(24), s_dist_03 char(24), s_dist_04 char(24), s_dist_05 char(24),
  s_dist_06 char(24), s_dist_07 char(24), s_dist_08 char(24), s_dist_09 char(24), s_dist_10 char(24),
  PRIMARY KEY (s_w_id, s_i_id)
);

CREATE TABLE bmsql_oorder (
  o_w_id integer,
  o_d_id integer,
  o_id integer,
  o_c_id integer,
  o_carrier_id integer,
  o_ol_cnt integer,
  o_all_local integer,
  o_entry_d timestamp,
  PRIMARY KEY (o_w_id, o_d_id, o_id),
  FOREIGN KEY (o_w_id, o_d_id, o_c_id) REFERENCES bmsql_customer (c_w_id, c_d_id, c_id)
);
CREATE UNIQUE INDEX bmsql_oorder_carrier ON bmsql_oorder (o_w_id, o_d_id, o_carrier_id, o_id);

CREATE TABLE bmsql_new_order (
  no_w_id integer,
  no_d_id integer,
  no_o_id integer,
  PRIMARY KEY (no_w_id, no_d_id, no_o_id),
  FOREIGN KEY (no_w_id, no_d_id, no_o_id) REFERENCES bmsql_oorder (o_w_id, o_d_id, o_id)
);

CREATE TABLE bmsql_order_line (
  ol_w_id integer,
  ol_d_id integer,
  ol_o_id integer,
  ol_number integer,
  ol_i_id integer,
  ol_supply_w_id integer,
  ol_delivery_d timestamp,
  ol_quantity integer,
  ol_amount decimal(6,2),
  ol_dist_info char(24),
  PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number),
  FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES bmsql_oorder (o_w_id, o_d_id, o_id),
  FOREIGN KEY (ol_supply_w_id, ol_i_id) REFERENCES bmsql_stock (s_w_id, s_i_id)
);
