/**
 * Who may do what in a database.
 *
 * <p>Nouns: a {@link io.mosql.sql.rights.Principal} is whom a session acts for; its {@link
 * io.mosql.sql.catalog.Standing} is what that account is at this moment; {@link
 * io.mosql.sql.rights.Access} judges it by a catalog; an {@link io.mosql.sql.rights.Authority}
 * knows the accounts.
 */
@NullMarked
package io.mosql.sql.rights;

import org.jspecify.annotations.NullMarked;
