@NullMarked
package io.mosql.core.files;

import org.jspecify.annotations.NullMarked;
