package io.mosql.sql.session;

import io.mosql.core.session.Session.Isolation;
import io.mosql.sql.session.command.SchemaRace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs of every schema statement concurrent with every other statement, at all levels, within a
 * transaction or as a transaction of its own, on empty and filled tables, with few keys. A seed
 * selects the variant.
 */
final class SchemaRaces {
  private static final List<Isolation> LEVELS = List.of(Isolation.values());

  private static final List<List<String>> SCHEMA =
      List.of(
          List.of("create unique index t_u on t (u)"),
          List.of("alter table t add constraint t_uc unique (u)"),
          List.of("create index t_un on t (u desc, n)"),
          List.of("create index t_inc on t (n) include (s, u)"),
          List.of("create unique index t_up on t (u) where n > 1"),
          List.of("create unique index t_ue on t ((u + n))"),
          List.of("create index t_e on t ((u + n), lower(s))"),
          List.of("create index t_p on t (s) where u < 4"),
          List.of("create index t_g on t using gin ((jsonb_build_array(u, n, s)))"),
          List.of("create index t_gp on t using gin ((to_jsonb(s)) jsonb_path_ops) where u < 4"),
          List.of("create unique index e_av on e (a, v)"),
          List.of("drop index t_n on t"),
          List.of("drop index p_k on p"),
          List.of("alter table t add column c int"),
          List.of("alter table t add column c int not null"),
          List.of("alter table t add column c int default 7"),
          List.of("alter table t add column c int default 7 not null"),
          List.of("alter table t add column c int unique"),
          List.of("alter table t add column c int default 7 check (c > 6)"),
          List.of("alter table t add column c int generated always as (u * 2) stored"),
          List.of("alter table t add column c int auto_increment"),
          List.of("alter table t add column c text default 'x'"),
          List.of("alter table t add constraint t_c check (u < 6)"),
          List.of("alter table t add constraint t_c check (n > 0 or u is null)"),
          List.of("alter table t alter column n set not null"),
          List.of("alter table t alter column u set not null"),
          List.of("alter table t alter column w drop not null"),
          List.of("alter table t alter column w set default 3"),
          List.of("alter table t alter column u type bigint"),
          List.of("alter table t alter column s type varchar(1)"),
          List.of("alter table t alter column s type text"),
          List.of("alter table t alter column n type varchar(5) using cast(n + 1 as varchar(5))"),
          List.of("alter table t modify column w bigint not null default 1"),
          List.of("alter table t drop column n"),
          List.of("alter table t drop column u"),
          List.of("alter table t rename column u to uu"),
          List.of("alter table t rename to tt"),
          List.of("alter table t drop primary key"),
          List.of("alter table p drop constraint p_pkey cascade"),
          List.of("alter table e add primary key (a, v)"),
          List.of("alter table d add constraint d_t foreign key (tid) references t (id)"),
          List.of(
              "alter table d add constraint d_t foreign key (tid) references t (id)"
                  + " on delete set null on update cascade"),
          List.of("alter table d add constraint d_p foreign key (tu) references p (k)"),
          List.of("alter table d add constraint d_g foreign key (gb) references g (b)"),
          List.of("alter table t drop constraint t_x"),
          List.of("truncate table t"),
          List.of("truncate table p, t"),
          List.of("truncate table d"),
          List.of("truncate table p"),
          List.of("drop table t"),
          List.of("drop table p cascade"),
          List.of("drop table d"),
          List.of("create table z as select * from t"),
          List.of("create table z (id int primary key, tid int references t (id))"),
          List.of("create or replace view w as select id, n from t where u > 1"),
          List.of("create view w as select id, n from t", "drop view w"),
          List.of("drop view pv"),
          List.of("create or replace view pv as select id, k as v from p"),
          List.of("create or replace view pv as select id, v from p where v > 10"),
          List.of(
              "create or replace view pw as select id, k, v from p where v < 25"
                  + " with check option"),
          List.of("create or replace view pw as select id, k, v from p"),
          List.of("create view px as select id, v from pw", "insert into px values (8, 9)"),
          List.of("alter view pv rename to pz"),
          List.of("alter view pv rename column v to vv"),
          List.of("drop view pw"),
          List.of("alter table p rename column v to vv"),
          List.of("alter table p alter column v type bigint"),
          List.of("alter table p drop column v cascade"),
          List.of("create sequence q2"),
          List.of("create sequence q2 increment by -2 maxvalue 5 minvalue -5 cycle"),
          List.of("alter sequence q increment by 3 maxvalue 100"),
          List.of("alter sequence q restart with 7"),
          List.of("alter sequence q rename to q2"),
          List.of("alter sequence q owned by e.v"),
          List.of("drop sequence q"),
          List.of("truncate table i restart identity"),
          List.of("truncate table i, t restart identity cascade"),
          List.of("truncate table i restart identity", "insert into i (v) values (5)"),
          List.of("alter table i alter column id set increment by 5"),
          List.of("alter table i alter column id set generated always"),
          List.of("alter table i alter column id drop identity"),
          List.of("alter table i add column c int generated by default as identity"),
          List.of("create index j_g on j using gin (doc)"),
          List.of("create index j_p on j using gin (doc jsonb_path_ops)"),
          List.of("create index j_w on j using gin (doc) where id < 3"),
          List.of("drop index j_i on j"),
          List.of("truncate table j"),
          List.of("alter table j drop column doc"),
          List.of("alter table j alter column doc type text"),
          List.of("alter table j add column c jsonb default '[1]'"),
          List.of("drop table j"),
          List.of("comment on table t is 'of test'"),
          List.of("create schema z"),
          List.of("create unique index t_u on t (u)", "insert into t (id, u) values (11, 8)"),
          List.of("alter table t add column c int default 7", "update t set c = 8 where id = 1"),
          List.of("insert into t (id, u) values (11, 8)", "alter table t add column c int"),
          List.of("truncate table t", "insert into t (id, u) values (11, 8)"),
          List.of("update t set u = 9 where id = 1", "create unique index t_u on t (u)"),
          List.of("savepoint a", "alter table t add column c int", "rollback to savepoint a"),
          List.of(
              "update t set w = w + 1",
              "savepoint a",
              "truncate table t",
              "rollback to savepoint a"),
          List.of(
              "savepoint a",
              "create index t_un on t (u, n)",
              "rollback to savepoint a",
              "insert into t (id, u) values (11, 8)"),
          List.of(
              "alter table t add column c int default 5",
              "savepoint a",
              "alter table t drop column n",
              "rollback to savepoint a"));

  private static final List<List<String>> CHANGES =
      List.of(
          List.of("insert into t (id, u, n, s, x) values (7, 7, 1, 'g', 1)"),
          List.of("insert into t (id, u, n, s) values (8, 3, 3, 'c')"),
          List.of("insert into t (id, s) values (9, 'long')"),
          List.of("insert into t (id, u) select id + 20, id from p"),
          List.of("update t set u = 3 where id = 1"),
          List.of("update t set u = u + 1"),
          List.of("update t set u = -u where id = 2"),
          List.of("update t set n = n + 1 where id = 3"),
          List.of("update t set n = n + 1"),
          List.of("update t set s = 'zz' where n = 1"),
          List.of("update t set id = id + 10 where id = 2"),
          List.of("update t set id = id + 1"),
          List.of("update t set w = w + 1"),
          List.of("update t set n = 5 where n is null", "update t set u = 5 where u is null"),
          List.of("delete from t where id = 3"),
          List.of("delete from t where u = 4"),
          List.of("delete from t"),
          List.of(
              "insert into t (id, u) values (3, 9), (12, 2) on conflict (id) do update set u ="
                  + " excluded.u"),
          List.of("insert into t (id, u) values (3, 9), (12, 12) on conflict do nothing"),
          List.of("insert into t (id, u) values (12, 3) on conflict do nothing"),
          List.of("replace into t (id, u, n) values (4, 2, 2), (13, 5, 1)"),
          List.of(
              "merge into t using (values (1, 5), (14, 4)) as m (id, u) on t.id = m.id when matched"
                  + " then update set u = m.u when not matched then insert (id, u) values (m.id,"
                  + " m.u)"),
          List.of("truncate table t"),
          List.of("delete from p where id = 1"),
          List.of("delete from p"),
          List.of("update p set id = id + 4 where id < 3"),
          List.of("update p set k = k + 10"),
          List.of("insert into p values (9, 5, 5)"),
          List.of("insert into d values (9, 6, 4, 6)"),
          List.of("insert into d values (9, 77, 77, 77)"),
          List.of("update d set tid = 5, tu = 3, gb = 4"),
          List.of("delete from d"),
          List.of("update g set a = a + 5"),
          List.of("delete from g where id = 1"),
          List.of("insert into g (id, a) values (4, 4)"),
          List.of("insert into e values (1, 1)"),
          List.of("update e set v = v + 1"),
          List.of("delete from e where v = 1"),
          List.of("insert into pv values (7, 70)"),
          List.of("update pv set v = v + 10 where id < 3"),
          List.of("update pv set v = v + 10"),
          List.of("delete from pv where v = 20"),
          List.of("insert into pw values (8, 9, 30)"),
          List.of("update pw set v = v + 10 where k = 1"),
          List.of("update pw set v = v + 10"),
          List.of("delete from pw where k = 3"),
          List.of(
              "insert into pw values (2, 2, 7), (9, 9, 9) on conflict (id) do update set v = pw.v"
                  + " + excluded.v"),
          List.of(
              "with gone as (delete from d returning tid) update t set w = w + 1 where id in"
                  + " (select tid from gone)"),
          List.of(
              "with moved as (update p set k = k + 20 where id < 3 returning id, k) insert into t"
                  + " (id, u) select id + 30, k from moved"),
          List.of(
              "with gone as (delete from t where n = 1 returning id, u) insert into e select id, u"
                  + " from gone"),
          List.of(
              "with made as (insert into pw values (8, 8, 8) returning id, v), other as (update e"
                  + " set v = v + 1 returning a) insert into i (v) select v + (select count(*) from"
                  + " other) from made"),
          List.of("insert into i (v) values (3)"),
          List.of("insert into i (v) select id from p"),
          List.of("insert into i values (default, 4), (default, 5)"),
          List.of("update i set v = v + 1"),
          List.of("truncate table i restart identity"),
          List.of("insert into j values (5, '{\"a\": 1, \"b\": [1, \"x\"]}')"),
          List.of("update j set doc = '{\"a\": 2}' where id = 1"),
          List.of("update j set doc = jsonb_set(doc, '{a}', '3')"),
          List.of("update j set doc = '[1]' where doc @> '{\"a\": 1}'"),
          List.of("delete from j where doc @> '{\"a\": 1}'"),
          List.of("delete from j where doc ? 'b'"),
          List.of(
              "insert into j values (1, '{\"b\": \"y\"}') on conflict (id) do update set doc ="
                  + " excluded.doc"),
          List.of("update j set id = id + 1"),
          List.of(
              "update j set doc = '{\"a\": 1}' where id = 2",
              "update j set doc = null where doc @> '{\"a\": 1}'"),
          List.of("insert into t (id, u) values (8, 3)", "delete from t where id = 3"),
          List.of("delete from t where id = 3", "insert into t (id, u) values (8, 3)"),
          List.of("update t set u = 9 where id = 1", "update t set u = 1 where id = 2"),
          List.of("insert into t (id, u) values (7, 4)", "update t set u = 10 where id = 4"),
          List.of("insert into d values (9, 3, 1, 2)", "delete from t where id = 3"),
          List.of("insert into o values (2)", "insert into t (id, u) values (7, 7)"),
          List.of("update o set id = 5", "delete from p where id = 2"));

  private static final List<String> LOOKS =
      List.of(
          "select count(*) from o",
          "select count(*) from t",
          "select * from p where id = 1",
          "select * from pw where k = 2",
          "select id from j where doc @> '{\"a\": 1}'");

  /** Number of pairs of a schema statement with another schema statement or a change. */
  static final int PAIRS = SCHEMA.size() * (CHANGES.size() + SCHEMA.size());

  private final SchemaRace race = new SchemaRace();

  /**
   * Plays runs of consecutive seeds, which go through all pairs.
   *
   * @throws AssertionError that names the seed
   */
  void play(long from, long count) {
    List<String> failures = new ArrayList<>();
    for (long seed = from; seed < from + count; seed++) {
      SchemaRace.Run run = run(seed);
      try {
        race.check(run);
      } catch (AssertionError | RuntimeException e) {
        failures.add("seed " + seed + ": " + run + "\n" + e.getMessage());
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.size() + " failures\n" + String.join("\n\n", failures));
    }
  }

  /**
   * Plays two statements at all pairs of levels, the first one in a transaction, the other one
   * alone and in a transaction, in several orders.
   */
  void playAll(boolean filled, String first, String second) {
    for (Isolation level : Isolation.values()) {
      for (Isolation other : Isolation.values()) {
        for (int turn = 0; turn < 3; turn++) {
          for (boolean explicit : new boolean[] {false, true}) {
            race.check(
                new SchemaRace.Run(
                    filled,
                    client(first, level, true),
                    client(second, other, explicit),
                    List.of(turn, 0, 2)));
          }
        }
      }
    }
  }

  /**
   * Plays two statements, each a transaction of its own, at all points within a statement that
   * builds an index.
   */
  void playWithin(String build, String first, String second) {
    for (int before = 0; before < 14; before++) {
      for (int between = 0; between < 8; between++) {
        SchemaRace.Client writer =
            new SchemaRace.Client(
                List.of(List.of(first), List.of(second)),
                LEVELS.get(between % 3),
                false,
                null,
                false);
        race.check(
            new SchemaRace.Run(
                true,
                client(build, Isolation.SERIALIZABLE, false),
                writer,
                List.of(before, between)));
      }
    }
  }

  private static SchemaRace.Client client(String sql, Isolation level, boolean explicit) {
    return new SchemaRace.Client(List.of(List.of(sql)), level, explicit, null, false);
  }

  private static SchemaRace.Run run(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    int pair = (int) Math.floorMod(seed * 7919, (long) PAIRS);
    List<String> first = SCHEMA.get(pair % SCHEMA.size());
    int other = pair / SCHEMA.size();
    List<String> second =
        other < CHANGES.size() ? CHANGES.get(other) : SCHEMA.get(other - CHANGES.size());
    List<Integer> turns = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      turns.add(random.nextInt(4) == 0 ? random.nextInt(12) : random.nextInt(3));
    }
    return new SchemaRace.Run(
        random.nextInt(4) > 0, client(first, random), client(second, random), turns);
  }

  private static SchemaRace.Client client(List<String> statements, Random random) {
    boolean savepoints = statements.stream().anyMatch(sql -> sql.startsWith("savepoint"));
    boolean explicit = savepoints || random.nextBoolean();
    List<List<String>> transactions =
        explicit ? List.of(statements) : statements.stream().map(List::of).toList();
    return new SchemaRace.Client(
        transactions,
        LEVELS.get(random.nextInt(3)),
        explicit,
        random.nextInt(3) == 0 ? LOOKS.get(random.nextInt(LOOKS.size())) : null,
        random.nextBoolean());
  }
}
