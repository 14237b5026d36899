/** Histories of many concurrent JDBC clients, checked for anomalies from their results only. */
@NullMarked
package io.mosql.engine.history;

import org.jspecify.annotations.NullMarked;
