/**
 * The parser from SQL text to syntax trees, {@link io.mosql.sql.parser.MosqlParser}, and the
 * language rules that it shares with the validator, {@link io.mosql.sql.parser.MosqlConformance}.
 *
 * <p>For any text, only {@code MosqlException} is thrown. Stateless and thread-safe. Used by
 * planner, ddl, view and session.
 */
@NullMarked
package io.mosql.sql.parser;

import org.jspecify.annotations.NullMarked;
