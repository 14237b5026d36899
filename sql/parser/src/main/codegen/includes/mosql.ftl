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
    ( <IDENTIFIER> | NonReservedKeyWord() )
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
            throw new GrammarException(getPos(), "a cast needs a value before \"::\"");
        }
        list.add(SqlStdOperatorTable.CAST.createCall(
            Span.of((SqlNode) operand).end(type), (SqlNode) operand, type));
    }
}

/** Parses "timestamptz '..'": a text that is cast to the type before it. */
SqlNode TypedText() :
{
    final SqlParserPos start;
}
{
    ( <IDENTIFIER> | NonReservedKeyWord() ) { start = getPos(); }
    [ <WITH> [ <LOCAL> ] <TIME> <ZONE> ]
    <QUOTED_STRING> {
        return TypedText.of(start, this);
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
            throw new GrammarException(getPos(), "AT TIME ZONE needs a value before it");
        }
        list.add(TypedText.atZone((SqlNode) operand, zone));
    }
}
