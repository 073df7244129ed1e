import { Age, Empty, Icon, type MarkTone, Popover, StateMark, useFormat, useT } from '@lamplight/console-kit'
import { Link } from '@lamplight/console-kit/resource'
import './notices.css'
import { N } from './notices.messages.ts'
import { SoundButton } from './sound-button.tsx'
import { type BellAlarm, useBell } from './use-bell.ts'
import { showCalls, useOpenCalls } from './use-sos.ts'

const LIST = '/city/alarmCenter/alarm/index'
const TONES: Readonly<Record<number, MarkTone>> = { 1: 'danger', 2: 'danger', 3: 'warning', 4: 'neutral' }

const Newest = ({ alarms, close }: { readonly alarms: readonly BellAlarm[]; readonly close: () => void }) => {
  const t = useT()
  const { instant } = useFormat()
  if (alarms.length === 0) return <Empty title={t(N.none)} text={t(N.noneWhy)} />
  return (
    <ul>
      {alarms.map(({ id, severity, severityName, kindName, isIncident, sn, name, beganAt }) => (
        <li key={id}>
          <Link to={`/city/alarmCenter/${isIncident === 1 ? 'incident' : 'alarm'}/details?id=${id}`} onGo={close}>
            <StateMark tone={TONES[severity] ?? 'neutral'} text={severityName} />
            <strong>{kindName}</strong>
            <span>{name || sn}</span>
            <Age at={instant(beganAt)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The alarms in the header: how many nobody has acknowledged, the newest of them, and calls for help that the user has hidden. */
export const AlarmTray = () => {
  const t = useT()
  const { number } = useFormat()
  const { count, newest } = useBell()
  const { open, shown } = useOpenCalls()
  const label = count > 0 ? t(N.bell, { n: count > 999 ? '999+' : number(count) }) : t(N.bellNone)
  const waiting = open.length > 0 && shown.length === 0
  return (
    <>
      {waiting && (
        <button type="button" className="ll-al-waiting" onClick={showCalls}>
          <Icon name="warning" size={16} />
          {t(N.hidden, { n: number(open.length) })}
        </button>
      )}
      <Popover
        label={label}
        align="end"
        className="ll-bar__button ll-al-bell"
        panelClass="ll-al-panel"
        trigger={
          <>
            <Icon name="warning" />
            {count > 0 && <b aria-hidden>{count > 99 ? '99+' : count}</b>}
          </>
        }
      >
        {(close) => (
          <section>
            <h2>{t(N.title)}</h2>
            <Newest alarms={newest} close={close} />
            <footer>
              <SoundButton />
              <Link to={`${LIST}?dispose=0`} className="ll-button" onGo={close}>
                {t(N.all)}
              </Link>
            </footer>
          </section>
        )}
      </Popover>
    </>
  )
}
