<#-- What MoSQL adds to Calcite's grammar; statements are written by hand in StatementGrammar. -->

/** Parses one statement; our own dispatcher in place of Calcite's choice. */
JAVACODE SqlNode MosqlStatement()
{
    return new StatementGrammar(this).statement();
}

/** Parses one expression, with our own messages. */
JAVACODE SqlNode MosqlExpression()
{
    return new StatementGrammar(this).expression();
}

/** Parses an expression, for the parts of the grammar written by hand. */
JAVACODE SqlNode ScalarExpression()
{
    return Expression(ExprContext.ACCEPT_SUB_QUERY);
}

/** Parses a query with ORDER BY and LIMIT, for the parts of the grammar written by hand. */
JAVACODE SqlNode WholeQuery()
{
    return OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY);
}

/** Parses WHERE and its condition, for the parts of the grammar written by hand. */
JAVACODE SqlNode WhereClause()
{
    return Where();
}

/** Parses a type name with its precision; only its first word is seen by the generated parser. */
SqlTypeNameSpec MosqlTypeName() :
{
}
{
    ( <IDENTIFIER> | <INTERVAL> | NonReservedKeyWord() )
    {
        return new TypeGrammar(this).rest();
    }
}

/** Parses "x::type", which binds more tightly than any operator: the operand is the node just read. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
    final Object operand;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
    }
    type = DataType() {
        operand = list.remove(list.size() - 1);
        if (!(operand instanceof SqlNode)) {
            throw new GrammarException(
                getPos(), io.mosql.sql.parser.error.ParserErrorMessage.CAST_OPERAND_MISSING.text());
        }
        list.add(SqlStdOperatorTable.CAST.createCall(
            Span.of((SqlNode) operand).end(type), (SqlNode) operand, type));
    }
}

/** Parses "int4 '1'": a text that is cast to the type before it, whose first word is seen here. */
SqlNode TypedLiteral() :
{
}
{
    ( <IDENTIFIER> | <INTERVAL> | NonReservedKeyWord() ) {
        return TypedLiteral.rest(this);
    }
}

/** Parses the name of a column of a result behind AS, which may be any word, reserved ones too. */
JAVACODE SqlIdentifier ColumnLabel()
{
    return QueryGrammar.label(getNextToken(), this);
}

/** Parses "interval '1 day 2 hours'". */
SqlNode TextInterval() :
{
    final SqlParserPos start;
}
{
    <INTERVAL> { start = getPos(); }
    <QUOTED_STRING> {
        return IntervalGrammar.of(start, this);
    }
}

/** Parses "x AT TIME ZONE zone", which binds as tightly as a cast, as a call of timezone(zone, x). */
void AtTimeZone(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlNode zone;
    final Object operand;
}
{
    <AT> <TIME> <ZONE> {
        checkNonQueryExpression(exprContext);
    }
    zone = Expression3(ExprContext.ACCEPT_SUB_QUERY) {
        operand = list.remove(list.size() - 1);
        if (!(operand instanceof SqlNode)) {
            throw new GrammarException(
                getPos(), io.mosql.sql.parser.error.ParserErrorMessage.OPERAND_MISSING.text("AT TIME ZONE"));
        }
        list.add(TypedLiteral.atZone((SqlNode) operand, zone));
    }
}

/** Parses "x COLLATE name", which binds as tightly as a cast. */
void Collated(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlIdentifier name;
}
{
    <COLLATE> {
        checkNonQueryExpression(exprContext);
    }
    name = CompoundIdentifier() {
        CollateGrammar.expression(list, name);
    }
}

/** Parses "x -> key" and its like, which bind as tightly as a cast, as calls of json_get and its like. */
void JsonAccess(List<Object> list, ExprContext exprContext, Span s) :
{
    final String function;
    final SqlParserPos start;
    boolean negative = false;
    SqlNode key;
    SqlDataTypeSpec type;
}
{
    (
        <LAMBDA> { function = "json_get"; }
    |   <JSON_TEXT> { function = "json_get_text"; }
    |   <JSON_AT> { function = "json_get_path"; }
    |   <JSON_TEXT_AT> { function = "json_get_path_text"; }
    ) {
        start = getPos();
        checkNonQueryExpression(exprContext);
    }
    [ <MINUS> { negative = true; } ]
    key = Expression3(ExprContext.ACCEPT_SUB_QUERY)
    (
        LOOKAHEAD(1)
        <INFIX_CAST> type = DataType() {
            key = SqlStdOperatorTable.CAST.createCall(Span.of(key).end(type), key, type);
        }
    )*
    {
        JsonGrammar.access(list, function, negative, key, start);
    }
}

/**
 * Parses "x @> y" and its like, which bind more tightly than comparisons and less than arithmetic. Behind an operand a
 * question mark is no parameter, so that it is the operator; "??" is, as in PostgreSQL's driver, the same.
 */
void JsonContainment(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator operator;
}
{
    (
        <JSON_CONTAINS> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.CONTAINS; }
    |   <JSON_CONTAINED> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.CONTAINED; }
    |   <ARRAY_OVERLAP> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.OVERLAPS; }
    |   <JSON_DELETE_AT> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.DELETE_PATH; }
    |   <JSON_PATH_EXISTS> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.PATH_EXISTS; }
    |   <JSON_PATH_MATCH> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.PATH_MATCH; }
    |   ( <HOOK> | <JSON_EXISTS_ESCAPED> )
        (
            <VERTICAL_BAR> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.EXISTS_ANY; }
        |   <AMPERSAND> { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.EXISTS_ALL; }
        |   { operator = io.mosql.sql.parser.ast.operator.ContainmentOperator.EXISTS; }
        )
    ) {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(operator, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** Parses the subscript of an array, or the bounds of a slice of it, behind its bracket. */
SqlNode ArraySubscript() :
{
    SqlNode lower = null;
    SqlNode upper = null;
    final SqlParserPos colon;
}
{
    (
        lower = Expression(ExprContext.ACCEPT_SUB_QUERY)
        [
            <COLON> { colon = getPos(); }
            [ upper = Expression(ExprContext.ACCEPT_SUB_QUERY) ] {
                return QueryGrammar.slice(lower, upper, colon);
            }
        ] {
            return lower;
        }
    |
        <COLON> { colon = getPos(); }
        [ upper = Expression(ExprContext.ACCEPT_SUB_QUERY) ] {
            return QueryGrammar.slice(null, upper, colon);
        }
    )
}

/** Parses the elements of "ARRAY[..]", of which those in brackets are arrays themselves. */
SqlNodeList ArrayElements() :
{
    final List<SqlNode> elements = new ArrayList<SqlNode>();
    SqlNode element;
}
{
    [
        element = ArrayElement() { elements.add(element); }
        ( <COMMA> element = ArrayElement() { elements.add(element); } )*
    ] {
        return new SqlNodeList(elements, getPos());
    }
}

SqlNode ArrayElement() :
{
    final SqlNode element;
    final SqlNodeList elements;
    final Span s;
}
{
    <LBRACKET> { s = span(); }
    elements = ArrayElements()
    <RBRACKET> {
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(s.end(this), elements.getList());
    }
|
    element = Expression(ExprContext.ACCEPT_SUB_QUERY) {
        return element;
    }
}

/** Parses "unnest(..)" as a value; in FROM it is a relation. */
SqlNode UnnestCall() :
{
    final SqlNodeList arguments;
    final Span s;
}
{
    <UNNEST> { s = span(); }
    arguments = ParenthesizedQueryOrCommaList(ExprContext.ACCEPT_SUB_QUERY) {
        return QueryGrammar.unnest(arguments, s.end(this));
    }
}

/** Parses "x & y" and its like, and MySQL's "x <=> y", which is IS NOT DISTINCT FROM. */
void BitOperation(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator operator;
}
{
    (
        <AMPERSAND> { operator = io.mosql.sql.parser.ast.operator.BitwiseOperator.AND; }
    |   <VERTICAL_BAR> { operator = io.mosql.sql.parser.ast.operator.BitwiseOperator.OR; }
    |   <HASH> { operator = io.mosql.sql.parser.ast.operator.BitwiseOperator.XOR; }
    |   <LEFTSHIFT> { operator = io.mosql.sql.parser.ast.operator.BitwiseOperator.LEFT; }
    |   <RIGHTSHIFT> { operator = io.mosql.sql.parser.ast.operator.BitwiseOperator.RIGHT; }
    |   <NULL_SAFE_EQUAL> { operator = SqlStdOperatorTable.IS_NOT_DISTINCT_FROM; }
    ) {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(operator, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** Parses "x DIV y" and its like: words that are operators only here. */
void WordOperation(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator operator;
}
{
    (
        LOOKAHEAD({ KeywordOperators.begins(this) })
        <IDENTIFIER> { operator = KeywordOperators.operator(getToken(0)); }
    |
        LOOKAHEAD({ KeywordOperators.beginsNegated(this) })
        <NOT> <IDENTIFIER> { operator = io.mosql.sql.parser.ast.operator.KeywordOperator.NOT_REGEXP; }
    ) {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(operator, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
}

/** Parses "x IS [NOT] [form] NORMALIZED". */
void Normalized(List<Object> list, ExprContext exprContext, Span s) :
{
    boolean negated = false;
    String form = "NFC";
}
{
    (
        LOOKAHEAD({ KeywordOperators.beginsNormalized(this) })
        <IS> [ <NOT> { negated = true; } ]
        [
            LOOKAHEAD({ KeywordOperators.isForm(getToken(1)) })
            <IDENTIFIER> { form = getToken(0).image; }
        ]
        <NORMALIZED>
    ) {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(KeywordOperators.normalized(negated, form), getPos()));
    }
}

/** Parses "(a int, b text)" behind the alias of a function whose columns it tells. */
SqlNode ColumnDefinitions(SqlNode function) :
{
    final List<SqlNode> columns = new ArrayList<SqlNode>();
    SqlIdentifier name;
    SqlDataTypeSpec type;
}
{
    <LPAREN>
    name = SimpleIdentifier() type = DataType() { QueryGrammar.define(columns, name, type); }
    (
        <COMMA> name = SimpleIdentifier() type = DataType() { QueryGrammar.define(columns, name, type); }
    )*
    <RPAREN> {
        return QueryGrammar.withColumns(function, columns);
    }
}

/** Parses the name of a relation in FROM, with its schema and database. */
SqlIdentifier RelationName() :
{
    final SqlIdentifier name;
}
{
    name = CompoundTableIdentifier() {
        return DatabaseParser.relation(name, this);
    }
}

/** Parses the name of a column, or of all columns, with its table, schema and database. */
SqlIdentifier ColumnName() :
{
    final SqlIdentifier name;
}
{
    name = CompoundIdentifier() {
        return DatabaseParser.column(name, this);
    }
}

/** Parses "f(x, ..)" in FROM. */
SqlNode NamedTableFunction() :
{
    final SqlIdentifier name;
    final SqlNode call;
}
{
    name = CompoundTableIdentifier()
    call = ImplicitTableFunctionCallArgs(name) {
        return call;
    }
}

/** Parses "json_agg([DISTINCT] x, .. [ORDER BY ..])", an order being that of WITHIN GROUP. */
SqlCall JsonAggregate() :
{
    final SqlParserPos start;
    final List<SqlNode> args = new ArrayList<SqlNode>();
    final String function;
    SqlLiteral quantifier = null;
    SqlNodeList order = null;
}
{
    <IDENTIFIER> { start = getPos(); function = getToken(0).image; }
    <LPAREN>
    [ quantifier = AllOrDistinct() ]
    AddArg(args, ExprContext.ACCEPT_SUB_QUERY)
    ( <COMMA> AddArg(args, ExprContext.ACCEPT_SUB_QUERY) )*
    [ order = OrderBy(true) ]
    <RPAREN> {
        return JsonGrammar.aggregate(new TokenReader(this).since(start), function, quantifier, args, order);
    }
}
