package io.mosql.spring.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** An entity of JPA. */
@Entity
public class Book {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String title;
  private String isbn;
  @Version private int version;

  protected Book() {}

  public Book(String title, String isbn) {
    this.title = title;
    this.isbn = isbn;
  }

  public Long id() {
    return id;
  }

  public String title() {
    return title;
  }

  public void rename(String other) {
    title = other;
  }
}
