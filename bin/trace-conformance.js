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
      ". Install a newer one; within a project, npm install --save-dev node@26 brings one.\n",
  );
  process.exitCode = 2;
} else {
  start();
}

function start() {
  // What escapes every command is an error of ours; Node would end with 1, which says that the target is wrong.
  process.on("uncaughtException", function (error) {
    process.stderr.write("trace-conformance: " + (error && error.stack ? error.stack : String(error)) + "\n");
    process.exit(4);
  });
  // Built and installed: dist. In the repository: the sources, which Node runs by stripping their types.
  var fromSources = new URL("../cli/main.ts", import.meta.url);
  var base = "..";
  var extension = ".ts";
  import("node:fs")
    .then(function (fs) {
      if (fs.existsSync(fromSources)) {
        return keepCompiled();
      }
      base = "../dist";
      extension = ".js";
    })
    .then(function () {
      return import(base + "/suites/engine/small-heap" + extension);
    })
    .then(function (smallHeap) {
      // `run`, which is also the default command. Others are over soon, or hold a database, which wants room.
      var command = process.argv[2] || "run";
      if (command === "run" || command.charAt(0) === "-") {
        smallHeap.keepHeapSmall();
      }
      return import(base + "/cli/main" + extension);
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

// The sources lose their types anew in each process, unless what Node made of them is kept. Processes that this one
// starts keep it in the same folder. Without a folder that can be written, nothing is kept.
function keepCompiled() {
  return Promise.all([import("node:module"), import("node:url")]).then(function (modules) {
    var folder = modules[1].fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
    if (!process.env.NODE_COMPILE_CACHE) {
      process.env.NODE_COMPILE_CACHE = folder;
      modules[0].enableCompileCache(folder);
    }
  });
}
