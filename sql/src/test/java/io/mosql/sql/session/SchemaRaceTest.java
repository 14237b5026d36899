package io.mosql.sql.session;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.Sampled;
import org.junit.jupiter.api.Test;

/** Tests a part of the runs of {@link SchemaRaceSoak}, and runs that failed once. */
final class SchemaRaceTest {
  private final SchemaRaces races = new SchemaRaces();

  @Test
  void schemaStatementsBesideOtherStatements() {
    for (long seed : Rotation.seeds(15, 150)) {
      races.play(seed, 1);
    }
  }

  @Test
  void aColumnIsAddedToAnEmptyTableThatGetsARow() {
    races.playAll(
        false, "alter table t add column c int not null", "insert into t (id, u) values (7, 7)");
  }

  @Test
  void aColumnWithADefaultIsAddedToAnEmptyTableThatGetsARow() {
    races.playAll(
        false, "alter table t add column c int default 7", "insert into t (id, u) values (7, 7)");
  }

  @Sampled(percent = 40)
  @Test
  void aUniqueIndexIsBuiltWhileItsValuesMove() {
    races.playWithin(
        "create unique index t_u on t (u)",
        "insert into t (id, u) values (8, 3)",
        "delete from t where id = 3");
  }

  @Test
  void aForeignKeyToAGeneratedColumnIsAddedWhileThatMoves() {
    races.playAll(
        true,
        "alter table d add constraint d_g foreign key (gb) references g (b)",
        "update g set a = a + 5");
  }
}
