/**
 * Who may do what in a database.
 *
 * <p>Nouns: a {@link io.mosql.sql.rights.Principal} is whom a session acts for; its {@link
 * io.mosql.sql.rights.Standing} is what that account is at this moment.
 */
@NullMarked
package io.mosql.sql.rights;

import org.jspecify.annotations.NullMarked;
