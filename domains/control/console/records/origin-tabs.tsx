import { Link, Segments, usePermission, useT, useTab } from '@lamplight/console-kit'
import { paramDrift } from '../../model/pages.ts'
import { DRIFT_PATH } from '../../model/paths.ts'
import { M } from './batch.messages.ts'

/** Values of the parameter `automatic` of the calls. */
const ORIGIN = { people: '0', platform: '1', all: '' } as const
export type Origin = (typeof ORIGIN)[keyof typeof ORIGIN]

/** Chooses whose commands are shown: those of people, of the platform, or all. For the platform it explains when commands are repeated. */
const OriginChoice = ({ value, onChange }: { readonly value: Origin; readonly onChange: (value: Origin) => void }) => {
  const t = useT()
  const mayDrift = usePermission('paramdrift_view')
  return (
    <div className="ll-batch-origin">
      <Segments
        label={t(M.origin)}
        value={value}
        onChange={onChange}
        options={[
          { value: ORIGIN.people, label: t(M.byPeople) },
          { value: ORIGIN.platform, label: t(M.automatic) },
          { value: ORIGIN.all, label: t(M.byAll) },
        ]}
      />
      {value === ORIGIN.platform && (
        <p>
          {t(M.automaticRule)} {mayDrift && <Link to={DRIFT_PATH}>{t(paramDrift.label)}</Link>}
        </p>
      )}
    </div>
  )
}

/** Values of `tab` in the address of the list. */
const TABS: Readonly<Record<string, Origin>> = { platform: ORIGIN.platform, all: ORIGIN.all }
/** Returns the origin for a value of `tab`; by default commands of people. */
export const originOf = (tab: string | undefined): Origin => TABS[tab ?? ''] ?? ORIGIN.people
const tabOf = (origin: Origin): string => Object.keys(TABS).find((tab) => TABS[tab] === origin) ?? ''
/** The choice of the origin above the generated list; the address keeps it as `tab`. */
export const OriginTabs = () => {
  const { query, setQuery } = useTab()
  return <OriginChoice value={originOf(query.tab)} onChange={(next) => setQuery({ tab: tabOf(next), current: '' })} />
}
