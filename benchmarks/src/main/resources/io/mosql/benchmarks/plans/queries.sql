-- left join, filtered
SELECT c.id AS customer, o.id AS order_id FROM shop_customers c LEFT JOIN shop_orders o ON o.customer_id = c.id
WHERE o.status = 'rare';
-- full join, key given
SELECT a.id AS left_id, b.id AS right_id FROM shop_orders a FULL JOIN shop_archive b ON a.id = b.id WHERE a.id = 5;
-- left join, unused
SELECT SUM(o.amount) FROM shop_orders o LEFT JOIN shop_customers c ON c.id = o.customer_id WHERE o.channel < 5;
-- foreign key join, redundant
SELECT SUM(o.amount) FROM shop_orders o JOIN shop_customers c ON c.id = o.customer_id WHERE o.channel < 5;
-- where false
SELECT id, placed FROM shop_orders WHERE 1 = 0;
-- keyset page
SELECT id, placed FROM shop_orders WHERE (placed, id) > (DATE '2023-06-01', 100000) ORDER BY placed, id LIMIT 10;
-- like, prefix
SELECT id, name FROM shop_customers WHERE name LIKE 'name123%';
-- or of ranges
SELECT id FROM shop_orders WHERE id < 100 OR id BETWEEN 100000 AND 100100 OR id > 199990;
-- not unequal
SELECT id, status FROM shop_orders WHERE NOT (id <> 5);
-- decimal bound
SELECT id FROM shop_orders WHERE id > 199998.5;
-- or of two indexes
SELECT id FROM shop_orders WHERE ref = 17 OR status = 'rare';
-- is null
SELECT id FROM shop_orders WHERE ref IS NULL;
-- tuples with a null
SELECT order_id, line, quantity FROM shop_lines WHERE (order_id, line) IN ((5, 1), (17, 2), (NULL, 1), (99999, 1));
-- list of 1,500
SELECT COUNT(*), SUM(amount) FROM shop_orders WHERE id IN (:list);
-- two lower bounds
SELECT id FROM shop_orders WHERE id > 5 AND id > 199990;
-- correlated average, no index
SELECT COUNT(*) FROM shop_products p
WHERE p.id <= 500 AND p.price > (SELECT AVG(v.seconds) FROM shop_visits v WHERE v.product_id = p.id);
-- exists or
SELECT COUNT(*) FROM shop_customers c
WHERE c.id <= 2000 AND (c.credit > 900 OR EXISTS (SELECT 1 FROM shop_visits v WHERE v.customer_id = c.id));
-- correlated not in, nullable
SELECT COUNT(*) FROM shop_customers c
WHERE c.id <= 500 AND c.segment NOT IN (SELECT v.product_id FROM shop_visits v WHERE v.customer_id = c.id);
-- join by either of two
SELECT COUNT(*), SUM(o.amount) FROM shop_visits v JOIN shop_orders o ON o.id = v.product_id OR o.ref = v.customer_id
WHERE v.id <= 2000;
-- order of a union, limit
SELECT id, placed FROM (SELECT id, placed FROM shop_orders UNION ALL SELECT id, placed FROM shop_archive) u
ORDER BY placed, id LIMIT 10;
-- cte used twice
WITH t AS (SELECT customer_id, SUM(amount) AS total FROM shop_orders GROUP BY customer_id)
SELECT COUNT(*), SUM(a.total) FROM t a JOIN t b ON a.customer_id = b.customer_id + 1 WHERE a.total > b.total;
-- in or
SELECT COUNT(*), SUM(amount) FROM shop_orders
WHERE status = 'rare' OR customer_id IN (SELECT id FROM shop_customers WHERE city = 'city7');
-- not in, nullable
SELECT COUNT(*) FROM shop_orders WHERE ref NOT IN (SELECT ref FROM shop_archive WHERE id < 0 OR ref < 40000);
-- not in, with a null
SELECT COUNT(*) FROM shop_orders WHERE ref NOT IN (SELECT ref FROM shop_archive);
-- groups in index order, limit
SELECT customer_id, COUNT(*) FROM shop_orders GROUP BY customer_id ORDER BY customer_id LIMIT 10;
-- distinct prefix of an index
SELECT DISTINCT channel FROM shop_orders;
-- least and greatest key
SELECT MIN(id), MAX(id) FROM shop_orders;
-- many look-ups or hash
SELECT COUNT(*), SUM(l.quantity) FROM shop_orders o JOIN shop_lines l ON l.order_id = o.id JOIN shop_products p ON p.id = l.product_id
WHERE o.channel IN (0, 1, 2, 3, 4, 5, 6) AND p.category <> 7;
-- span: equality and range
SELECT COUNT(*), SUM(amount) FROM shop_orders WHERE channel = 3 AND placed BETWEEN DATE '2022-03-01' AND DATE '2022-04-30';
-- span: list and range
SELECT COUNT(*), MIN(id) FROM shop_orders WHERE status IN ('rare', 'open') AND id > 190000;
-- span: several lists
SELECT id, price FROM shop_products WHERE category IN (3, 5, 7) AND price IN (10.00, 20.00, 35.50);
-- span: between rows
SELECT order_id, line, price FROM shop_lines WHERE (order_id, line) >= (100, 2) AND (order_id, line) < (103, 2);
-- span: not in a list
SELECT id FROM shop_orders WHERE status NOT IN ('done', 'shipped', 'open');
-- span: contradiction
SELECT id FROM shop_orders WHERE status = 'rare' AND status = 'open';
-- span: not null, in order
SELECT id, ref FROM shop_orders WHERE ref IS NOT NULL ORDER BY ref, id LIMIT 10;
-- span: second column only
SELECT COUNT(*) FROM shop_products WHERE price = 20.00;
-- span: and of two indexes
SELECT id FROM shop_orders WHERE status = 'open' AND ref BETWEEN 100 AND 150;
-- outer: anti by is null
SELECT COUNT(*) FROM shop_customers c LEFT JOIN shop_orders o ON o.customer_id = c.id AND o.status <> 'done' WHERE o.id IS NULL;
-- outer: chain with a filter at its end
SELECT COUNT(*), SUM(o.amount) FROM shop_orders o LEFT JOIN shop_customers c ON c.id = o.customer_id
LEFT JOIN shop_customers r ON r.id = c.referrer WHERE r.city = 'city11';
-- outer: condition of the right side in ON
SELECT c.id, o.id FROM shop_customers c LEFT JOIN shop_orders o ON o.customer_id = c.id AND o.status = 'rare' WHERE c.id <= 50;
-- outer: full join of groups
SELECT COUNT(*), SUM(COALESCE(a.total, 0) - COALESCE(b.total, 0))
FROM (SELECT customer_id, SUM(amount) AS total FROM shop_orders GROUP BY customer_id) a
FULL JOIN (SELECT customer_id, SUM(amount) AS total FROM shop_archive GROUP BY customer_id) b ON a.customer_id = b.customer_id;
-- outer: right join, key given
SELECT o.id, c.name FROM shop_orders o RIGHT JOIN shop_customers c ON o.customer_id = c.id WHERE c.id = 77;
-- sub-query: exists
SELECT COUNT(*) FROM shop_customers c WHERE EXISTS (SELECT 1 FROM shop_orders o WHERE o.customer_id = c.id AND o.status = 'open');
-- sub-query: not exists
SELECT COUNT(*) FROM shop_products p WHERE NOT EXISTS (SELECT 1 FROM shop_visits v WHERE v.product_id = p.id AND v.seconds > 250);
-- sub-query: in groups
SELECT COUNT(*), SUM(o.amount) FROM shop_orders o
WHERE o.id IN (SELECT order_id FROM shop_lines GROUP BY order_id HAVING SUM(quantity) > 40);
-- sub-query: values of a page
SELECT c.id, (SELECT MAX(o.placed) FROM shop_orders o WHERE o.customer_id = c.id) AS newest,
  (SELECT COUNT(*) FROM shop_orders o WHERE o.customer_id = c.id) AS orders
FROM shop_customers c WHERE c.id BETWEEN 1000 AND 1099;
-- sub-query: values of all
SELECT SUM(n) FROM (SELECT (SELECT COUNT(*) FROM shop_orders o WHERE o.customer_id = c.id AND o.amount > 500) AS n FROM shop_customers c) t;
-- sub-query: newest of each
SELECT COUNT(*), SUM(o.amount) FROM shop_orders o
WHERE o.id = (SELECT MAX(i.id) FROM shop_orders i WHERE i.customer_id = o.customer_id);
-- sub-query: greater than all
SELECT id FROM shop_orders WHERE channel = 2 AND amount >= ALL (SELECT amount FROM shop_orders WHERE channel = 2);
-- sub-query: one value
SELECT COUNT(*) FROM shop_lines WHERE price > (SELECT AVG(price) * 1.5 FROM shop_products);
-- order: top ten
SELECT id, amount FROM shop_orders ORDER BY amount DESC, id LIMIT 10;
-- order: backwards with an offset
SELECT id, placed FROM shop_orders ORDER BY placed DESC, id DESC LIMIT 10 OFFSET 100;
-- order: of a join
SELECT o.id, c.name FROM shop_orders o JOIN shop_customers c ON c.id = o.customer_id ORDER BY o.placed DESC, o.id DESC LIMIT 10;
-- order: more than the index has
SELECT id, amount FROM shop_orders ORDER BY placed, amount, id LIMIT 10;
-- order: filtered, limit
SELECT id, placed FROM shop_orders WHERE channel = 4 AND amount > 990 ORDER BY placed, id LIMIT 10;
-- group: count distinct
SELECT channel, COUNT(DISTINCT customer_id) FROM shop_orders GROUP BY channel;
-- group: roll-up
SELECT status, channel, COUNT(*), SUM(amount) FROM shop_orders GROUP BY ROLLUP (status, channel);
-- group: join before groups
SELECT c.city, SUM(o.amount) FROM shop_orders o JOIN shop_customers c ON c.id = o.customer_id GROUP BY c.city;
-- group: having
SELECT product_id, SUM(quantity) FROM shop_lines GROUP BY product_id HAVING SUM(quantity) > 1100;
-- group: filters
SELECT COUNT(*) FILTER (WHERE status = 'open'), SUM(amount) FILTER (WHERE channel = 1), MAX(amount) FILTER (WHERE ref IS NULL) FROM shop_orders;
-- group: greatest of a prefix
SELECT channel, MAX(placed) FROM shop_orders GROUP BY channel;
-- group: distinct pairs
SELECT COUNT(*) FROM (SELECT DISTINCT customer_id, channel FROM shop_orders) t;
-- set: intersection
SELECT COUNT(*) FROM (SELECT customer_id FROM shop_orders WHERE channel = 1 INTERSECT SELECT customer_id FROM shop_archive) t;
-- set: difference
SELECT COUNT(*) FROM (SELECT id FROM shop_customers EXCEPT SELECT customer_id FROM shop_orders WHERE channel = 1) t;
-- set: union
SELECT COUNT(*) FROM (SELECT customer_id FROM shop_orders UNION SELECT customer_id FROM shop_archive) t;
-- set: filter of a union
SELECT id, customer_id FROM (SELECT id, customer_id FROM shop_orders UNION ALL SELECT id, customer_id FROM shop_archive) t WHERE id = 4711;
-- cte: filter
WITH t AS (SELECT o.id, o.amount, c.city FROM shop_orders o JOIN shop_customers c ON c.id = o.customer_id)
SELECT id, amount FROM t WHERE id BETWEEN 500 AND 520;
-- cte: recursive
WITH RECURSIVE t (id, depth) AS (
  SELECT id, 0 FROM shop_customers WHERE id <= 100
  UNION ALL
  SELECT c.referrer, t.depth + 1 FROM t JOIN shop_customers c ON c.id = t.id WHERE c.referrer IS NOT NULL AND t.depth < 8)
SELECT depth, COUNT(*) FROM t GROUP BY depth;
-- cte: twice, filtered
WITH t AS (SELECT order_id, SUM(quantity * price) AS total FROM shop_lines GROUP BY order_id)
SELECT COUNT(*) FROM t a JOIN t b ON b.order_id = a.order_id + 1 WHERE a.order_id BETWEEN 1000 AND 2000 AND a.total > b.total;
-- window: first of each
SELECT COUNT(*), SUM(amount) FROM (
  SELECT amount, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY placed DESC, id DESC) AS n FROM shop_orders) t WHERE n = 1;
-- window: one partition
SELECT id, total FROM (
  SELECT id, customer_id, SUM(amount) OVER (PARTITION BY customer_id ORDER BY placed, id) AS total FROM shop_orders) t WHERE customer_id = 123;
-- window: top ten of all
SELECT id, n FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY placed, id) AS n FROM shop_orders) t WHERE n <= 10;
-- window: share of a total
SELECT COUNT(*) FROM (SELECT amount, AVG(amount) OVER (PARTITION BY channel) AS mean FROM shop_orders) t WHERE amount > mean;
-- lateral: top three
SELECT c.id, t.id AS order_id, t.amount FROM shop_customers c
CROSS JOIN LATERAL (SELECT o.id, o.amount FROM shop_orders o WHERE o.customer_id = c.id ORDER BY o.amount DESC, o.id LIMIT 3) t
WHERE c.id <= 200;
-- lateral: totals
SELECT COUNT(*), SUM(t.total) FROM shop_customers c
CROSS JOIN LATERAL (SELECT SUM(o.amount) AS total FROM shop_orders o WHERE o.customer_id = c.id) t WHERE c.segment = 2;
-- join: star
SELECT c.segment, p.category, COUNT(*), SUM(l.price * l.quantity) FROM shop_lines l JOIN shop_orders o ON o.id = l.order_id
JOIN shop_customers c ON c.id = o.customer_id JOIN shop_products p ON p.id = l.product_id
WHERE o.placed >= DATE '2024-01-01' AND p.category < 3 GROUP BY c.segment, p.category;
-- join: selective at both ends
SELECT COUNT(*), SUM(l.quantity) FROM shop_customers c JOIN shop_orders o ON o.customer_id = c.id JOIN shop_lines l ON l.order_id = o.id
JOIN shop_products p ON p.id = l.product_id WHERE c.city = 'city3' AND p.category = 9;
