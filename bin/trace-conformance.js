#!/usr/bin/env node
/*
 * Entry of the command. Old syntax on purpose, so that an old Node reaches the line that says what is needed.
 */
"use strict";

var needed = [22, 19];
var parts = process.versions.node.split(".").map(Number);
if (parts[0] < needed[0] || (parts[0] === needed[0] && parts[1] < needed[1])) {
  process.stderr.write(
    "trace-conformance needs Node " +
      needed.join(".") +
      " or newer; this is Node " +
      process.versions.node +
      ". Install a newer one, or run it as: npx -p node@lts -p trace-conformance trace-conformance\n",
  );
  process.exitCode = 2;
} else {
  start();
}

function start() {
  // Built and installed: dist. In the repository: the sources, which Node runs by stripping their types.
  var built = new URL("../dist/cli/main.js", import.meta.url);
  var source = new URL("../cli/main.ts", import.meta.url);
  import("node:fs")
    .then(function (fs) {
      return import(fs.existsSync(source) ? source.href : built.href);
    })
    .then(function (main) {
      return main.main(process.argv.slice(2));
    })
    .then(function (code) {
      process.exitCode = code;
      // After an interrupt or an error of ours, nothing that hangs may keep the process alive.
      if (code === 130 || code === 4) {
        setTimeout(function () {
          process.exit();
        }, 2000).unref();
      }
    })
    .catch(function (error) {
      process.stderr.write("trace-conformance: " + (error && error.stack ? error.stack : String(error)) + "\n");
      process.exitCode = 4;
    });
}
