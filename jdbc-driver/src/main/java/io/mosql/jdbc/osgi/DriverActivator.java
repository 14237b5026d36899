package io.mosql.jdbc.osgi;

import java.util.Dictionary;
import java.util.Hashtable;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * Registers the factory of data sources when the bundle starts; the framework unregisters it when
 * the bundle stops. Where nothing provides the package {@code org.osgi.service.jdbc} there is no
 * service, and the bundle starts all the same.
 */
public final class DriverActivator implements BundleActivator {
  /** Called by the framework. */
  public DriverActivator() {}

  @Override
  public void start(BundleContext context) {
    try {
      context.registerService(
          MosqlDataSourceFactory.SERVICE, new MosqlDataSourceFactory(), properties(context));
    } catch (NoClassDefFoundError e) {
      if (!String.valueOf(e.getMessage()).contains("org/osgi/service/jdbc")) {
        throw e;
      }
    }
  }

  private static Dictionary<String, Object> properties(BundleContext context) {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("osgi.jdbc.driver.class", "io.mosql.jdbc.MosqlDriver");
    properties.put("osgi.jdbc.driver.name", "MoSQL");
    properties.put("osgi.jdbc.driver.version", context.getBundle().getVersion().toString());
    return properties;
  }

  @Override
  public void stop(BundleContext context) {}
}
