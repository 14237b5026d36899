/** The extension for JUnit 5 that gives each test a database of its own. */
@NullMarked
package io.mosql.junit;

import org.jspecify.annotations.NullMarked;
