-- People; and pets.
create table owner (id int primary key, name text not null);
create table pet (id int generated always as identity primary key, owner int references owner (id), name text);
;
insert into owner values (1, 'Ada; it''s'), (2, $$Alan;$$)
