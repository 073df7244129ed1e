import { Icon, later, Popover, useFormat, usePermission, useT, useUser } from '@lamplight/console-kit'
import { isRunning } from '../../model/progress.ts'
import './batch-tray.css'
import { useRunning } from './use-running.ts'

const BatchTrayList = later(async () => (await import('./batch-tray-list.tsx')).BatchTrayList)
const RUNNING = ['进行中的指令 {n} 条', '{n} command{n:s} running'] as const
const NONE = ['没有进行中的指令', 'No command is running'] as const
/** For users limited to places, who see only their own commands. */
const NONE_OWN = ['您没有进行中的指令', 'None of your commands is running'] as const

const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

/** An arc that fills as devices finish. */
const Arc = ({ share }: { readonly share: number }) => (
  <svg className="ll-tray__arc" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <circle cx="12" cy="12" r={RADIUS} />
    <circle cx="12" cy="12" r={RADIUS} strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - share)} />
  </svg>
)

/** Button in the top bar with the number of running commands; its panel shows the progress of each. */
export const BatchTray = () => {
  const t = useT()
  const format = useFormat()
  const { batches, total } = useRunning(usePermission('commandrecord_view'))
  const may = usePermission('commandrecord_view')
  const isLimited = useUser()?.limited === true
  if (!may) return null
  const running = batches.filter(isRunning).length
  const n = Math.max(total - (batches.length - running), running)
  const devices = batches.reduce((sum, one) => sum + one.total, 0)
  const share = devices > 0 ? batches.reduce((sum, one) => sum + one.ended, 0) / devices : 0
  const label = n > 0 ? t(RUNNING, { n: format.number(n) }) : t(isLimited ? NONE_OWN : NONE)
  return (
    <Popover
      label={label}
      align="end"
      className="ll-bar__button ll-tray"
      panelClass="ll-tray__panel"
      trigger={
        n > 0 ? (
          <>
            <Arc share={share} />
            <b>{format.number(n)}</b>
          </>
        ) : (
          <Icon name="tray" />
        )
      }
    >
      {(close) => <BatchTrayList label={label} batches={batches} onClose={close} />}
    </Popover>
  )
}
