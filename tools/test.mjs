// npm test [PATTERN]: installs what is missing and runs every check; with a pattern, only the tests in files that match;
// with --changed[=COMMIT], the checks and the tests that changed files touch (since the upstream branch, or what is not committed).
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { program, runNode } from './program.mjs'

program(async () => runNode(bootstrap(), [join(root, 'tools', 'test', 'main.ts'), ...process.argv.slice(2)]))
