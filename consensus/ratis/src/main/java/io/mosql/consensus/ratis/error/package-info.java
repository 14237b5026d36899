/**
 * Errors of the replicated log: {@code RatisErrorMessage} is the catalogue of their messages.
 *
 * <p>Uses no other package; used by the packages delivery, files and group, and by the root.
 */
@NullMarked
package io.mosql.consensus.ratis.error;

import org.jspecify.annotations.NullMarked;
