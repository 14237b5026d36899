@NullMarked
package io.mosql.testkit.cluster;

import org.jspecify.annotations.NullMarked;
