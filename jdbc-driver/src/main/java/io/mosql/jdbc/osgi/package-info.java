/**
 * The driver as a service of OSGi, {@code org.osgi.service.jdbc.DataSourceFactory}. Both packages
 * of OSGi are imported optionally: without them nothing here is loaded. Uses the root of the
 * driver; used by the framework only, by the manifest of {@code mosql-jdbc.jar}.
 */
@NullMarked
package io.mosql.jdbc.osgi;

import org.jspecify.annotations.NullMarked;
