import { sendWanted } from '@lamplight/control/server'
import type { Row } from '@lamplight/kit'
import { type Ctx, onLifecycle, onServer } from '@lamplight/server-kit'
import { lightMode, lightModeFamily } from '../model/index.ts'

type Mode = Row<typeof lightMode>
const DEFAULT = { mode: 0, rules: '' }

const rulesOf = ({ lampModeRuleLis }: Mode): string =>
  lampModeRuleLis.map(({ from, level, motionLevel }) => `${from}=${level ?? 0}/${motionLevel ?? level ?? 0}`).join(';')

/** Sends the parameters of each mode to its devices; devices that have been removed are left out. */
const send = async (ctx: Ctx, rows: readonly Mode[], wantedBy: (row: Mode) => typeof DEFAULT): Promise<undefined> => {
  for (const row of rows) await sendWanted(ctx, { family: lightModeFamily, value: wantedBy(row) }, row.devList)
}

/** Server behaviour of light modes: the state of a mode and the wanted parameters of its devices change in one transaction. */
export const lightModeServer = onServer(lightMode, {
  shown: { apply: `case when t.status = 1 then control_params_applied('${lightModeFamily.name}', t.dev_list) else 0 end` },
  // Clients of the catalogue send `apply` back with the row (lightSystem.mode.submit).
  beforeWrite: ({ draft: { apply: _, ...draft } }) => draft,
  lifecycle: onLifecycle(lightMode, {
    transitions: {
      enable: { after: ({ ctx, rows }) => send(ctx, rows, (row) => ({ mode: row.lampRunMode, rules: rulesOf(row) })) },
      disable: { after: ({ ctx, rows }) => send(ctx, rows, () => DEFAULT) },
    },
  }),
})
