/**
 * The documentation in the form that tests read: a {@link io.mosql.testkit.pages.Page} of Markdown
 * with its code blocks, headings and links, and the {@link
 * io.mosql.testkit.pages.DocumentedCommand}s in it.
 */
@NullMarked
package io.mosql.testkit.pages;

import org.jspecify.annotations.NullMarked;
