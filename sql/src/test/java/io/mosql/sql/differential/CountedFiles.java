package io.mosql.sql.differential;

import io.mosql.core.port.StorageDirectory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** Files that are counted when they are opened. */
final class CountedFiles {
  private final AtomicInteger opened = new AtomicInteger();
  private final StorageDirectory counted;

  CountedFiles(StorageDirectory files) {
    counted =
        (StorageDirectory)
            Proxy.newProxyInstance(
                StorageDirectory.class.getClassLoader(),
                new Class<?>[] {StorageDirectory.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("createTemporary")) {
                    opened.incrementAndGet();
                  }
                  try {
                    return method.invoke(files, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
  }

  StorageDirectory files() {
    return counted;
  }

  int opened() {
    return opened.get();
  }
}
