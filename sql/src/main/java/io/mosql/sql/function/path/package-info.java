/**
 * SQL/JSON paths of the standard: syntax tree, parser, evaluator, formatter, and the index search
 * of a path condition.
 *
 * <p>Invariants: a parsed path is immutable; lax paths suppress structural errors, strict ones
 * report them; the formatted text of a path parses to the same path. Evaluation uses one {@code
 * PathEvaluator} per document.
 *
 * <p>Used by the packages define and library; the executor uses {@code InvertedSearchBuilder}.
 */
@NullMarked
package io.mosql.sql.function.path;

import org.jspecify.annotations.NullMarked;
