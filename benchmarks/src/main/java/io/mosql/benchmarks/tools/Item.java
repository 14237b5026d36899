package io.mosql.benchmarks.tools;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.LocalDateTime;

/** The entity that {@link HibernateCommand} persists. */
@Entity(name = "Item")
@Table(name = "bench_item")
@SuppressWarnings({"NullAway.Init", "unused"})
class Item {
  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 1, 0, 0);

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "items")
  @SequenceGenerator(name = "items", sequenceName = "bench_item_seq", allocationSize = 50)
  private Long id;

  private String name;
  private BigDecimal price;

  @Column(name = "made_at")
  private LocalDateTime madeAt;

  private int stock;

  /** Called by Hibernate. */
  protected Item() {}

  Item(int number) {
    name = "item " + number;
    price = BigDecimal.valueOf(number, 2);
    madeAt = START.plusSeconds(number);
    stock = number % 100;
  }
}
