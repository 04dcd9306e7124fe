/** How words are put together to a name, by phrase. */
export const CASES: Readonly<Record<string, string>> = {
  camel: "camelcase, camel case, lowercamelcase, lower camel case, mixedcaps",
  pascal: "pascalcase, pascal case, uppercamelcase, upper camel case, capwords",
  snake: "snake case, snakecase, lower snake case, underscores between words",
  kebab:
    "kebab case, kebabcase, dash case, hyphenated, hyphen case, lowercase with hyphens, lowercase with dashes",
  upper:
    "screaming snake case, upper snake case, uppercase snake case, constant case, all caps, uppercase with underscores, upper case with underscores, all uppercase, upper case snake case, screaming case",
};

/** What is named, by phrase. */
export const NAMED: Readonly<Record<string, string>> = {
  file: "file, filename, file name, module, module name",
  directory: "directory, folder",
  class: "class, struct",
  type: "type, interface, type alias",
  enum: "enum",
  component: "component, react component",
  "utility file": "utility file, util file, helper file",
  "component file": "react component file, component file, component filename, component file name",
  hook: "hook, custom hook",
  variable: "variable, local variable, parameter, argument",
  function: "function, method",
  constant: "constant, const",
  column: "column, table column, database column, db column, database field",
  table: "table, database table, table name",
  key: "key, field, payload, json key, json field, json property, response key, api field, property, prop, json",
  package: "package",
  branch: "branch",
  route: "route, url, endpoint, path, url path",
  "style class": "css class, class name in css, css class name",
  test: "test, test name, test file, test function",
  event: "event, event handler",
  "environment variable": "environment variable, env var",
};
