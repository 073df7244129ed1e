import { Icon, navigate, useFormat, useT } from '@lamplight/console-kit'
import './jobs.css'
import { JOBS_PATH } from '../model/paths.ts'
import { M } from './jobs.messages.ts'
import { useRunningJobs } from './use-jobs.ts'

/** Indicator in the header while jobs run: their number, linked to the list. */
export const JobsTray = () => {
  const t = useT()
  const { number } = useFormat()
  const count = useRunningJobs()
  if (count === 0) return null
  const label = t(M.tray, { n: number(count) })
  return (
    <button
      type="button"
      className="ll-bar__button ll-jobs-sign"
      aria-label={label}
      title={label}
      onClick={() => navigate(JOBS_PATH, { state: 'open' })}
    >
      <Icon name="refresh" />
      <b aria-hidden>{number(count)}</b>
    </button>
  )
}
