package io.mosql.sql.planner;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

/** Makes Calcite's types with our limits; text is UTF-8. Thread-safe. */
final class MosqlTypeFactory extends SqlTypeFactoryImpl {
  MosqlTypeFactory() {
    super(MosqlTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}
