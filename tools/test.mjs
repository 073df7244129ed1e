// npm test [PATTERN]: installs what is missing and runs all checks; with a pattern, only the tests in files that match;
// with --changed[=COMMIT], the checks and the tests of files changed since COMMIT (default: the upstream branch, else the last commit).
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { program, runNode } from './program.mjs'

program(async () => runNode(bootstrap(), [join(root, 'tools', 'test', 'main.ts'), ...process.argv.slice(2)]))
