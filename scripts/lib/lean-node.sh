#!/bin/sh
# Node.js for the server: lean-node.sh FILE [ARGUMENT…]. It becomes that process, so signals reach the server itself.
# None of this can be said once Node.js runs: young objects in two times 4 MB, two helper threads, whose compiling would
# otherwise leave its memory behind four times over, and a C library that gives memory back. docs/performance.md has the figures.
export MALLOC_TRIM_THRESHOLD_=131072
exec node --max-semi-space-size=4 --v8-pool-size=2 "$@"
