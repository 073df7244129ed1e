// npm run check: the rules of the repository. npm run check -- spec [--slice W1,W2] [--all]: how much of docs/spec the product has.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { coverageLines, coverageOf, isCovered } from './coverage.ts'
import { rules } from './rules.ts'
import { checkTree, readTree } from './tree.ts'

const root = resolve(import.meta.dirname, '..', '..')

const checkRules = (): void => {
  const findings = checkTree(readTree(root), rules)
  for (const { path, line, rule, text } of findings) console.log(`${path}:${line} ${rule}: ${text}`)
  if (findings.length > 0) {
    console.log(`${findings.length} breaches of the product rules`)
    process.exit(1)
  }
}

const checkSpec = (slice: string | undefined, isAll: boolean): void => {
  const document = JSON.parse(readFileSync(resolve(root, 'docs/openapi.json'), 'utf8'))
  const coverage = coverageOf(readTree(root), document, slice?.toUpperCase().split(','))
  for (const line of coverageLines(coverage, isAll ? 'all' : slice ? 'missing' : 'counts')) console.log(line)
  if (slice && !isCovered(coverage)) process.exit(1)
}

const usage = (error: unknown): never => {
  console.error(`${error instanceof Error ? error.message : error}\nusage: npm run check [-- spec [--slice W1,W2] [--all]]`)
  process.exit(2)
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { slice: { type: 'string' }, all: { type: 'boolean', default: false } },
  })
  if (positionals.length === 0) checkRules()
  else if (positionals.join() === 'spec') checkSpec(values.slice, values.all)
  else usage(`unknown: ${positionals.join(' ')}`)
} catch (error) {
  usage(error)
}
