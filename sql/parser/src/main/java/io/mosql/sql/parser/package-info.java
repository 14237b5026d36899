/**
 * SQL text to syntax trees: {@link io.mosql.sql.parser.MosqlParser}, and the rules of the language
 * that the validator shares with it, {@link io.mosql.sql.parser.MosqlConformance}.
 *
 * <p>Whatever the text, only {@code MosqlException} is thrown. Stateless and thread-safe. Used by
 * planner, ddl, view and session.
 */
@NullMarked
package io.mosql.sql.parser;

import org.jspecify.annotations.NullMarked;
