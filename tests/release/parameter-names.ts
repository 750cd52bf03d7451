/** A parameter that API Extractor names `input`, `input2`, …, as it is taken apart where it stands, and its type. */
const unnamed = /(?<=[(,]\s*)input\d*(?=\??: (?:(?:Readonly|Partial|Pick|Omit)<)*([A-Z]\w*|\{))/g;

const portTypes = /: \w+(?:Store|Log|Queue|Mails|Mailer|Messenger|Clock|Hasher|Sender)\b/;

/** What stands in the braces that open at `start`. */
function inBraces(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/**
 * A declaration in which each parameter that is taken apart is named by the last word of its type (`request` of a
 * `FactorRequest`), and one of a type without a name `ports` or `options`. A number tells two of one name apart.
 */
export function withParameterNames(declaration: string): string {
  const taken = new Set(
    [...declaration.matchAll(/(?<=[(,]\s*)\w+(?=\??: )/g)].map(([name]) => name),
  );
  return declaration.replaceAll(unnamed, (_name, type: string, offset: number) => {
    const literal = () => inBraces(declaration, declaration.indexOf('{', offset));
    const word =
      type === '{'
        ? portTypes.test(literal())
          ? 'ports'
          : 'options'
        : (/[A-Z][a-z0-9]*$/.exec(type)?.[0] ?? type).toLowerCase();
    let name = word;
    for (let count = 2; taken.has(name); count += 1) name = `${word}${count}`;
    taken.add(name);
    return name;
  });
}
