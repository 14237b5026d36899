package io.mosql.samples.quarkus;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** An entity, which Quarkus enhances when it builds the application. */
@Entity
public class Account {
  @Id @GeneratedValue Long id;

  @Column(unique = true)
  String owner;

  int balance;

  @Version int version;

  Account() {}

  Account(String owner, int balance) {
    this.owner = owner;
    this.balance = balance;
  }
}
