// npm test loads this into every Node process. The tests start PGlite hundreds of times and stop it after seconds, so
// compiling its busy functions a second time, with V8's optimising compiler, costs more than it saves.
require('node:v8').setFlagsFromString('--liftoff-only')
