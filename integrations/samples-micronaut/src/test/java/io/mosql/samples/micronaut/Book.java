package io.mosql.samples.micronaut;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.data.annotation.GeneratedValue;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.MappedEntity;
import io.micronaut.data.annotation.Relation;
import io.micronaut.data.annotation.Version;

/** A book. */
@MappedEntity
record Book(
    @Id @GeneratedValue @Nullable Long id,
    String title,
    int pages,
    @Nullable @Relation(Relation.Kind.MANY_TO_ONE) Author author,
    @Version @Nullable Integer version) {
  Book(String title, int pages, @Nullable Author author) {
    this(null, title, pages, author, null);
  }

  Book withPages(int pages) {
    return new Book(id, title, pages, author, version);
  }
}
