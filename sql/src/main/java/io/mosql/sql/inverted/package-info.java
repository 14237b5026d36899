/** What inverted indexes hold of documents, and which of it conditions ask for. */
@org.jspecify.annotations.NullMarked
package io.mosql.sql.inverted;
