insert into pet (owner, name) values (1, 'Tom');
