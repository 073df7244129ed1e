import { resolve } from 'node:path'
import { rules } from './rules.ts'
import { checkTree, readTree } from './tree.ts'

const findings = checkTree(readTree(resolve(import.meta.dirname, '..', '..')), rules)
for (const { path, line, rule, text } of findings) console.log(`${path}:${line} ${rule}: ${text}`)
if (findings.length > 0) {
  console.log(`${findings.length} breaches of the product rules`)
  process.exit(1)
}
