@NullMarked
package io.mosql.testkit.files;

import org.jspecify.annotations.NullMarked;
