#!/usr/bin/env node
// npm finds this before its own node-gyp. The one package here that has a binding.gyp brings what it would compile, but npm
// does not see that when it installs from a lockfile, and would ask for Python and a compiler that a plain machine lacks.
process.exitCode = 0;
