/**
 * The certifier: optimistic validation of commit requests. A {@code CommitRequest} holds the read
 * set and the write set of a transaction; the {@code Certifier} checks them against a root and
 * returns the effects or the reason of the rejection.
 *
 * <p>Invariants: certification is a pure function of root and request, with the same result on
 * every node; it changes nothing, and knows neither threads, clocks nor logs. An {@code
 * ObservedValue} is a reference to the row on the node that ran the transaction and a fingerprint
 * elsewhere; both give the same result.
 *
 * <p>All types are immutable or stateless. Used by {@code commit}, {@code transaction} and {@code
 * io.mosql.storage}.
 */
@NullMarked
package io.mosql.storage.certify;

import org.jspecify.annotations.NullMarked;
