// Divides a text into statements. Semicolons in strings, quoted names and comments divide nothing.

/** Statements as {text, offset}; those that are only blanks or comments are left out. */
export function divide(script) {
  const statements = [];
  let start = 0;
  let meant = false;
  let i = 0;
  const end = () => {
    if (meant) {
      const raw = script.slice(start, i);
      const lead = raw.length - raw.trimStart().length;
      statements.push({ text: raw.trim(), offset: start + lead });
    }
    meant = false;
  };
  while (i < script.length) {
    const c = script[i];
    if (c === "'" || c === '"' || c === "`") {
      meant = true;
      i = behindQuoted(script, i, c);
    } else if (script.startsWith("--", i)) {
      i = behind(script, i, "\n");
    } else if (script.startsWith("/*", i)) {
      i = behind(script, i + 2, "*/");
    } else if (c === ";") {
      end();
      i++;
      start = i;
    } else {
      meant = meant || !/\s/.test(c);
      i++;
    }
  }
  end();
  return statements;
}

function behindQuoted(script, from, quote) {
  let i = from + 1;
  while (i < script.length) {
    if (script[i] === quote) {
      if (script[i + 1] !== quote) {
        return i + 1;
      }
      i++;
    }
    i++;
  }
  return i;
}

function behind(script, from, mark) {
  const at = script.indexOf(mark, from);
  return at < 0 ? script.length : at + mark.length;
}

/** The line of a text that a one-based position is in, and how far in: {line, number, column}. */
export function place(text, position) {
  const at = Math.min(position - 1, text.length);
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const stop = text.indexOf("\n", at);
  return {
    line: text.slice(start, stop < 0 ? text.length : stop),
    number: text.slice(0, at).split("\n").length,
    column: at - start,
  };
}

/** Where the word at a column ends. */
export function wordEnd(line, column) {
  const word = /^(\w+|"[^"]*"|.)/.exec(line.slice(column));
  return column + (word ? word[0].length : 0);
}
