/**
 * What the way over the network costs: statements to a server in a JVM of its own, beside a bare
 * echo of as many bytes that is measured in turns with them.
 */
@NullMarked
package io.mosql.benchmarks.net;

import org.jspecify.annotations.NullMarked;
