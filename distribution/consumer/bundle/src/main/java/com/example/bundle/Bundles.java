package com.example.bundle;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.service.jdbc.DataSourceFactory;

/**
 * Installs the driver as a bundle of OSGi and uses its service and its data source. Arguments: the jar, an empty
 * directory, URL, user, password.
 */
public final class Bundles {
  private Bundles() {}

  public static void main(String[] args) throws Exception {
    Framework framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    Constants.FRAMEWORK_STORAGE,
                    args[1],
                    Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                    "org.osgi.service.jdbc;version=\"1.1.0\""));
    framework.start();
    try {
      Bundle driver =
          framework.getBundleContext().installBundle(Path.of(args[0]).toUri().toString());
      driver.start();
      BundleContext context = framework.getBundleContext();
      DataSourceFactory factory =
          context.getService(context.getServiceReference(DataSourceFactory.class));
      Properties given = new Properties();
      given.setProperty(DataSourceFactory.JDBC_URL, args[2]);
      given.setProperty(DataSourceFactory.JDBC_USER, args[3]);
      given.setProperty(DataSourceFactory.JDBC_PASSWORD, args[4]);
      factory.createDataSource(given).getConnection().close();
      Class<?> type = driver.loadClass("io.mosql.jdbc.MosqlDataSource");
      DataSource source = (DataSource) type.getConstructor().newInstance();
      type.getMethod("setUrl", String.class).invoke(source, args[2]);
      try (Connection connection = source.getConnection(args[3], args[4]);
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("select 6 * 7")) {
        rows.next();
        System.out.println(driver.getSymbolicName() + " " + rows.getInt(1));
      }
    } finally {
      framework.stop();
      framework.waitForStop(10_000);
    }
  }
}
