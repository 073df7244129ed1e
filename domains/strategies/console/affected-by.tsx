import { api } from '@lamplight/console-kit'
import { AffectedBySet, AffectedLamps, AffectedTarget, type CommandBody } from '@lamplight/control/console'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lightModeFamily } from '../model/light-mode.family.ts'
import { sunModeFamily } from '../model/sun-mode.family.ts'
import { SWITCHES } from '../model/timed-switch.resource.ts'
import { trashWork } from '../model/trash-work.family.ts'
import type { trashAffectedRoute } from '../server/trash-strategy.server.ts'

interface Modes {
  readonly rows: readonly { readonly devList: readonly string[] }[]
}
/** Devices of the light modes that are enabled or disabled. */
export const AffectedByMode = ({ rows }: Modes) => (
  <AffectedTarget family={lightModeFamily} target={{ ids: [...new Set(rows.flatMap(({ devList }) => devList))].join() }} />
)

/** Solar lamps that are chosen for a solar mode. */
export const AffectedBySunMode = ({ draft: { deviceIds } }: { readonly draft: { readonly deviceIds?: readonly string[] | null } }) => (
  <AffectedTarget family={sunModeFamily} target={deviceIds && deviceIds.length > 0 ? { ids: deviceIds.join() } : null} />
)

/** Bins of a trash strategy: those of its group, or those whose group has no strategy. */
export const AffectedByTrashStrategy = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => {
  const id = rows[0]?.id ?? ''
  const { data, isError } = useQuery({
    queryKey: ['strategies.trashStrategy', 'reach', id],
    queryFn: ({ signal }) =>
      api.get<typeof trashAffectedRoute>('blade-strategy/trashdeviceworkstrategy/reach', { id }, { signal, quiet: true }),
  })
  return <AffectedBySet family={trashWork} preview={data} isFailed={isError} />
}

/** The command that a timed switch sends at each run; null while it names no lamps, or both a group and lamps. */
const orderOf = ({ command, level, groupId, controllerIds }: Readonly<Record<string, unknown>>): CommandBody | null => {
  const ids = Array.isArray(controllerIds) ? controllerIds.map(String) : []
  if (Boolean(groupId) === ids.length > 0) return null
  const selector = groupId ? { groupId: String(groupId) } : { controllerIds: ids }
  if (command === SWITCHES.level) return typeof level === 'number' ? { command: 'dim', level, selector } : null
  return { command: command === SWITCHES.off ? 'off' : 'on', selector }
}

/** Lamps that a timed switch reaches at each run, below its form. */
export const AffectedByTimedSwitch = ({ draft }: { readonly draft: Readonly<Record<string, unknown>> }) => {
  const order = orderOf(draft)
  return (
    order && (
      <Suspense>
        <AffectedLamps order={order} />
      </Suspense>
    )
  )
}
