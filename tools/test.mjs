// npm test: installs what is missing and runs the checks and tests before a commit; everything with --all or CI=true.
// npm test -- NAME …: only the tests in files whose path contains one of the names, in a browser or without.
// npm test -- --changed[=COMMIT]: the checks and the tests of files changed since COMMIT (default: the upstream branch, else the last commit).
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { program, runNode } from './program.mjs'

program(async () => runNode(bootstrap('test'), [join(root, 'tools', 'test', 'main.ts'), ...process.argv.slice(2)]))
