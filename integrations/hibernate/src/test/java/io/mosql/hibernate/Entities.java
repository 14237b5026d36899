package io.mosql.hibernate;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import jakarta.persistence.Temporal;
import jakarta.persistence.TemporalType;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.hibernate.Length;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.NaturalId;
import org.hibernate.type.SqlTypes;

/** The entities of the sample application. */
final class Entities {
  static final List<Class<?>> ALL =
      List.of(
          Everything.class,
          Customer.class,
          Purchase.class,
          Product.class,
          Payment.class,
          CardPayment.class,
          CashPayment.class,
          Animal.class,
          Cat.class,
          Dog.class,
          Shape.class,
          Circle.class,
          Square.class,
          Person.class,
          Ticket.class,
          Token.class,
          Series.class);

  private Entities() {}

  enum Colour {
    RED,
    GREEN
  }

  @Embeddable
  static class Address {
    String street;

    @Column(length = 40)
    String town;

    Address() {}

    Address(String street, String town) {
      this.street = street;
      this.town = town;
    }
  }

  @Embeddable
  static class Details {
    String note;
    int weight;
  }

  @Entity(name = "Everything")
  @Table(name = "everything")
  static class Everything {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    Boolean flag;
    Byte tiny;
    Short small;
    Integer medium;
    Long large;
    Float single;

    @Column(name = "double_value")
    Double twice;

    @Column(precision = 12, scale = 2)
    BigDecimal price;

    BigInteger huge;
    String text;
    Character letter;
    LocalDate day;
    LocalTime time;
    LocalDateTime moment;
    OffsetDateTime offset_moment;
    ZonedDateTime zoned;
    Instant instant;
    OffsetTime offset_time;
    Duration duration;
    UUID uuid;
    byte[] bytes;
    @Lob String long_text;
    @Lob byte[] long_bytes;
    @Lob Blob blob;
    @Lob Clob clob;

    @Enumerated(EnumType.STRING)
    Colour named;

    @Enumerated(EnumType.ORDINAL)
    Colour numbered;

    @Temporal(TemporalType.TIMESTAMP)
    Date old_timestamp;

    @Temporal(TemporalType.DATE)
    Date old_date;

    Locale locale;
    Currency currency;

    @Column(name = "year_value")
    Year year;

    @JdbcTypeCode(SqlTypes.JSON)
    Map<String, Object> json;

    @JdbcTypeCode(SqlTypes.JSON)
    Details details;

    List<String> words;
    int[] numbers;
  }

  @Entity(name = "Customer")
  @Table(
      name = "customer",
      indexes = @Index(name = "customer_name", columnList = "name, born DESC"))
  static class Customer {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "customer_id")
    @SequenceGenerator(name = "customer_id", sequenceName = "customer_id", allocationSize = 20)
    Long id;

    @Version int version;
    @NaturalId String number;
    String name;
    LocalDate born;
    BigDecimal credit = BigDecimal.ZERO;
    @Embedded Address address;

    @OneToMany(mappedBy = "customer", cascade = CascadeType.ALL, orphanRemoval = true)
    List<Purchase> purchases = new ArrayList<>();

    @ElementCollection Set<String> labels = new TreeSet<>();

    Customer() {}

    Customer(String number, String name) {
      this.number = number;
      this.name = name;
    }
  }

  @Entity(name = "Purchase")
  @Table(name = "purchase")
  static class Purchase {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    Customer customer;

    int amount;
    LocalDateTime at;
    @ManyToMany Set<Product> products = new HashSet<>();

    Purchase() {}

    Purchase(Customer customer, int amount) {
      this.customer = customer;
      this.amount = amount;
      this.at = LocalDateTime.of(2026, 1, 31, 12, 30).plusDays(amount);
    }
  }

  @Entity(name = "Product")
  @Table(
      name = "product",
      uniqueConstraints = @UniqueConstraint(name = "product_code", columnNames = "code"))
  static class Product {
    @Id
    @GeneratedValue(strategy = GenerationType.UUID)
    UUID id;

    @Column(nullable = false)
    String code;

    Product() {}

    Product(String code) {
      this.code = code;
    }
  }

  @Entity(name = "Payment")
  @Table(name = "payment")
  @Inheritance(strategy = InheritanceType.JOINED)
  static class Payment {
    @Id @GeneratedValue Long id;
    int amount;
  }

  @Entity(name = "CardPayment")
  @Table(name = "card_payment")
  static class CardPayment extends Payment {
    String card;
  }

  @Entity(name = "CashPayment")
  @Table(name = "cash_payment")
  static class CashPayment extends Payment {
    String till;
  }

  @Entity(name = "Animal")
  @Table(name = "animal")
  @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
  @DiscriminatorColumn(name = "kind")
  static class Animal {
    @Id @GeneratedValue Long id;
    String name;
  }

  @Entity(name = "Cat")
  static class Cat extends Animal {
    int lives;
  }

  @Entity(name = "Dog")
  static class Dog extends Animal {
    boolean barks;
  }

  @Entity(name = "Shape")
  @Table(name = "shape")
  @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
  static class Shape {
    @Id @GeneratedValue Long id;
    int area;
  }

  @Entity(name = "Circle")
  @Table(name = "circle")
  static class Circle extends Shape {
    int radius;
  }

  @Entity(name = "Square")
  @Table(name = "square")
  static class Square extends Shape {
    int side;
  }

  /** The second table has a row only when a person has a biography. */
  @Entity(name = "Person")
  @Table(name = "person")
  @SecondaryTable(name = "biography")
  static class Person {
    @Id Long id;
    String name;

    @Column(table = "biography")
    String biography;

    Person() {}

    Person(long id, String name, String biography) {
      this.id = id;
      this.name = name;
      this.biography = biography;
    }
  }

  @Entity(name = "Ticket")
  @Table(name = "ticket")
  static class Ticket {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE, generator = "tickets")
    @TableGenerator(name = "tickets", table = "generators", allocationSize = 5)
    Long id;
  }

  /** An assigned key, for upserts. */
  @Entity(name = "Token")
  @Table(name = "token")
  static class Token {
    @Id String name;

    @Column(name = "content")
    String value;

    Token() {}

    Token(String name, String value) {
      this.name = name;
      this.value = value;
    }
  }

  /** Arrays of each type of elements. */
  @Entity(name = "Series")
  @Table(name = "series")
  static class Series {
    @Id int id;
    Boolean[] flags;
    Short[] smalls;
    Integer[] mediums;
    Long[] larges;
    Float[] singles;
    Double[] doubles;

    @Column(precision = 10, scale = 2)
    BigDecimal[] prices;

    String[] texts;
    LocalDate[] days;
    LocalTime[] times;
    LocalDateTime[] moments;
    Instant[] instants;
    UUID[] uuids;
    byte[][] bytes;

    @Column(length = Length.LONG32)
    String[] longTexts;

    @Column(length = Length.LONG32)
    byte[][] longBytes;

    Series() {}

    Series(int id) {
      this.id = id;
    }
  }
}
