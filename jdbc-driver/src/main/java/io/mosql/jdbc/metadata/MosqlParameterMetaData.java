package io.mosql.jdbc.metadata;

import io.mosql.core.session.ParameterInfo;
import io.mosql.core.type.JdbcTypes;
import io.mosql.core.type.SqlType;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.Wrappers;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** The parameter metadata of a prepared statement. Immutable. */
public final class MosqlParameterMetaData implements ParameterMetaData {
  private final List<ParameterInfo> parameters;
  private final int outputs;

  /**
   * @param outputs number of the first parameters that are values of a call
   */
  public MosqlParameterMetaData(List<ParameterInfo> parameters, int outputs) {
    this.parameters = parameters;
    this.outputs = outputs;
  }

  private ParameterInfo parameter(int param) throws SQLException {
    if (param < 1 || param > parameters.size()) {
      throw DriverErrorMessage.INVALID_PARAMETER_NUMBER.sqlException(param, parameters.size());
    }
    return parameters.get(param - 1);
  }

  private SqlType type(int param) throws SQLException {
    return parameter(param).type();
  }

  @Override
  public int getParameterCount() {
    return parameters.size();
  }

  @Override
  public int isNullable(int param) throws SQLException {
    return parameter(param).nullable() ? parameterNullable : parameterNoNulls;
  }

  @Override
  public boolean isSigned(int param) throws SQLException {
    return type(param).kind().isNumeric();
  }

  @Override
  public int getPrecision(int param) throws SQLException {
    return JdbcTypes.precision(type(param));
  }

  @Override
  public int getScale(int param) throws SQLException {
    return JdbcTypes.scale(type(param));
  }

  @Override
  public int getParameterType(int param) throws SQLException {
    return JdbcTypes.code(type(param).kind());
  }

  @Override
  public String getParameterTypeName(int param) throws SQLException {
    return JdbcTypes.name(type(param));
  }

  @Override
  public String getParameterClassName(int param) throws SQLException {
    return JdbcTypes.javaClass(type(param).kind()).getName();
  }

  @Override
  public int getParameterMode(int param) throws SQLException {
    parameter(param);
    return param <= outputs ? parameterModeOut : parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
