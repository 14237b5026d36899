/**
 * The system database of a node: accounts, the list of databases, privileges and cluster metadata.
 *
 * <p>NodeCatalog is an immutable snapshot of the system database, replaced after each change;
 * readers take no lock. Changes go through NodeCatalogStore, one at a time under its lock, and are
 * durable when they return. The row of a database is written before its directory is made and
 * removed after its directory is deleted, so that a crash leaves no unknown directory. Ids are
 * never reused.
 *
 * <p>The package accesses the cluster through the interfaces CommandForwarder, MemberDirectory and
 * NodeDatabases. Used by the cluster package and the root of the engine only.
 */
@NullMarked
package io.mosql.engine.account;

import org.jspecify.annotations.NullMarked;
