package io.mosql.benchmarks.tpcc.transaction;

/** The five transaction types of clause 2. */
public enum TransactionType {
  NEW_ORDER("New-Order"),
  PAYMENT("Payment"),
  ORDER_STATUS("Order-Status"),
  DELIVERY("Delivery"),
  STOCK_LEVEL("Stock-Level");

  private final String label;

  TransactionType(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
