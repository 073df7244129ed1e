// npm run probe -- URL --one TENANT/ACCOUNT --two TENANT/ACCOUNT: tries to read rows of one tenant with an account of another.
import { parseArgs } from 'node:util'
import { runCommand } from './command.ts'
import { type Account, describedAt, probeIsolation } from './isolation-probe.ts'

const HELP = `npm run probe -- URL --one TENANT/ACCOUNT --two TENANT/ACCOUNT [--only PATH]

URL           address of a running installation, for example https://lights.example
--one, --two  accounts of two tenants; give them wide rights, so that the tenant limit is tried and not the missing right.
              Their passwords stand in PROBE_PASSWORD_ONE and PROBE_PASSWORD_TWO, where no list of processes shows them.
              The administrator of the platform (tenant 000000) may read other tenants, so only the other direction is tried.
--only        tries only reads whose path contains it

Signs in with both, and sends every read of the API plainly and with ids of the other tenant. It sends only GET requests.
Names each call that answered a row of the other tenant, and ends with 1; ends with 0 if there is none, with 2 if a tenant showed no rows.`

const accountOf = (text: string | undefined, password: string | undefined, option: string): Account => {
  const [, tenantId, account] = /^(\d{6})\/(.{1,45})$/.exec(text ?? '') ?? []
  if (!tenantId || !account) throw new Error(`--${option} has the form TENANT/ACCOUNT, for example 100001/operator`)
  if (!password) throw new Error(`PROBE_PASSWORD_${option.toUpperCase()} is not set`)
  return { tenantId, account, password }
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { one: { type: 'string' }, two: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean' } },
  })
  const [address] = positionals
  if (values.help || !address || positionals.length !== 1) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  const { PROBE_PASSWORD_ONE, PROBE_PASSWORD_TWO } = process.env
  const url = new URL(address).origin
  const { calls, unanswered, rows, leaks } = await probeIsolation(
    url,
    [accountOf(values.one, PROBE_PASSWORD_ONE, 'one'), accountOf(values.two, PROBE_PASSWORD_TWO, 'two')],
    () => describedAt(url),
    values.only,
  )
  for (const { call, caller, owner, ids } of leaks) console.log(`LEAK ${call}: ${caller} reads ${ids.join(', ')} of ${owner}`)
  for (const call of unanswered) console.log(`no answer: ${call}`)
  const counted = Object.entries(rows)
    .map(([tenant, n]) => `${n} rows of ${tenant}`)
    .join(', ')
  console.log(`${calls} calls, ${counted}, ${unanswered.length} without an answer, ${leaks.length} leaks`)
  if (leaks.length > 0) return 1
  return Object.values(rows).some((n) => n === 0) ? 2 : 0
}

void runCommand(main)
